import { z } from 'zod';
import { createPathIdSchema } from '#wire/identifier.ts';
import { listTransaction } from '#server/db/client/transaction.ts';
import { countTemplateTotals } from '#server/db/list/report.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Counts the outcomes of the envelopes that were sent from a template. */
export const getTemplateResults = memberProcedure('read')
  .input(z.strictObject({ id: createPathIdSchema('template') }))
  .output(
    z.object({
      sent: z.int(),
      completed: z.int(),
      declined: z.int(),
      medianSeconds: z.number().nullable(),
      lastSentAt: z.string().nullable(),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    const { lastSentAt, ...totals } = await listTransaction(services.db, { organizationId }, (tx) =>
      countTemplateTotals(tx, organizationId, id),
    );
    return { ...totals, lastSentAt: lastSentAt === null ? null : new Date(lastSentAt).toISOString() };
  });
