import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { done, DONE } from '#wire/account.ts';
import { pathId } from '#wire/text.ts';
import { enterMembership } from '#server/db/accounts/members.ts';
import { endSession, endSessions, moveSession } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { mayEnter } from '#server/procedures/single-sign-on/password-gate.ts';
import { accountProcedure } from '#server/trpc/audience.ts';

/** Ends one of a person's sessions. */
export const endOwnSession = accountProcedure
  .input(z.strictObject({ id: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input }) => {
    if (!(await endSession(services.db.drizzle, session.user.id, input.id))) throw createRefusal('not_found');
    return DONE;
  });

/** Ends all of a person's sessions except this one. */
export const endOtherSessions = accountProcedure
  .input(z.strictObject({}))
  .output(done)
  .mutation(async ({ ctx: { services, session } }) => {
    await endSessions(services.db.drizzle, session.user.id, session.id);
    return DONE;
  });

/** Moves this session to another of the person's organizations. The next sign-in starts there as well. */
export const switchOrganization = accountProcedure
  .input(z.strictObject({ organizationId: pathId }))
  .output(done)
  .mutation(async ({ ctx: { services, session }, input: { organizationId } }) => {
    if (!(await mayEnter(services.db, session, organizationId)))
      throw createRefusal('forbidden', { reason: 'single_sign_on' }, REFUSAL_MESSAGES.other_sign_in_needed);
    await transaction(services.db, { organizationId }, async (tx) => {
      if (!(await enterMembership(tx, organizationId, session.user.id, services.clock())))
        throw createRefusal('not_found');
      await moveSession(tx, session.id, organizationId);
    });
    return DONE;
  });
