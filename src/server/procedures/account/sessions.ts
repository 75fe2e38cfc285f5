import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { done, DONE } from '#wire/account.ts';
import { pathId } from '#wire/text.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { endSession, endSessions, moveSession } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { requestVerification } from '#server/procedures/auth/email-verification.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

/** Ends one of a person's sessions: its browser has to log in again. */
export const endOwnSession = sessionProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    if (!(await endSession(services.db.drizzle, session.user.id, input.id))) throw refusal('not_found');
    return DONE;
  });

/** Ends all sessions of a person but this one. */
export const endOtherSessions = sessionProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { services, session } }) => {
    await endSessions(services.db.drizzle, session.user.id, session.id);
    return DONE;
  });

/** Moves this session into another organization of its person; the next login leads there, too. */
export const switchOrganization = sessionProcedure
  .input(z.strictObject({ organizationId: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { organizationId } }) => {
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await enterMembership(tx, organizationId, session.user.id, services.clock())))
        throw refusal('not_found');
      await moveSession(tx, session.id, organizationId);
    });
    return DONE;
  });

/** Mails the link that proves the person's address once more. */
export const resendVerification = sessionProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { services, session } }) => {
    await requestVerification(services, session);
    return DONE;
  });
