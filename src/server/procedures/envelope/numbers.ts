import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { countYourTurn, readListNumbers } from '#server/db/list/numbers.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { sessionProcedure } from '#server/trpc/audience.ts';

const COMPLETED_WITHIN_MS = 30 * 24 * 3_600_000;
const number = z.int();

/**
 * Counts the envelopes that are waiting, that need attention, and that were completed within 30 days, up to
 * 1,000 each.
 */
export const readNumbers = sessionProcedure
  .input(z.strictObject({}))
  .output(z.object({ yourTurn: number, waiting: number, attention: number, completed: number }))
  .query(async ({ ctx: { services, session, member } }) => {
    const { organizationId } = member;
    const now = services.clock().getTime();
    return await listTransaction(services.db, { organizationId }, (tx) =>
      readListNumbers(tx, organizationId, {
        userId: session.user.id,
        soon: new Date(now + LIMITS.expiringSoonMs),
        completedFrom: new Date(now - COMPLETED_WITHIN_MS),
      }),
    );
  });

/** Counts what is waiting for the person. The navigation of every page shows it. */
export const readYourTurn = sessionProcedure
  .input(z.strictObject({}))
  .output(number)
  .query(async ({ ctx: { services, session, member } }) => {
    const { organizationId } = member;
    return await listTransaction(services.db, { organizationId }, (tx) =>
      countYourTurn(tx, organizationId, session.user.id),
    );
  });
