import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { done, DONE } from '#wire/account.ts';
import { pathId } from '#wire/text.ts';
import { enterMembership } from '#server/db/members.ts';
import { endSession, endSessions, moveSession } from '#server/db/sessions.ts';
import { within } from '#server/db/transaction.ts';
import { requestVerification } from '#server/procedures/auth/email-verification.ts';
import { attending } from '#server/trpc/audience.ts';

/** Ends one of a person's sessions: its browser has to log in again. */
export const endOwnSession = attending
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input }) => {
    if (!(await endSession(world.db.drizzle, session.user.id, input.id))) throw refusal('not_found');
    return DONE;
  });

/** Ends all sessions of a person but this one. */
export const endOtherSessions = attending
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { world, session } }) => {
    await endSessions(world.db.drizzle, session.user.id, session.id);
    return DONE;
  });

/** Moves this session into another organization of its person; the next login leads there, too. */
export const switchOrganization = attending
  .input(z.strictObject({ organizationId: pathId }))
  .output(done)
  .mutation(async ({ ctx: { world, session }, input: { organizationId } }) => {
    await within(world.db, { organizationId }, async (tx) => {
      if (!(await enterMembership(tx, organizationId, session.user.id, world.clock())))
        throw refusal('not_found');
      await moveSession(tx, session.id, organizationId);
    });
    return DONE;
  });

/** Mails the link that proves the person's address once more. */
export const resendVerification = attending
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { world, session } }) => {
    await requestVerification(world, session);
    return DONE;
  });
