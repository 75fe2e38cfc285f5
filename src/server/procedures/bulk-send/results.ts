import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { refusal } from '#domain/errors.ts';
import { pathId } from '#wire/text.ts';
import { bulkResults, readBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns what became of every row of a bulk send. */
export const getBulkResults = memberProcedure('read')
  .input(z.strictObject({ id: pathId }))
  .output(
    z.object({
      filename: z.string(),
      rows: z.array(
        z.object({
          line: z.int(),
          recipient: z.string(),
          envelopeId: z.string().nullable(),
          status: z.enum(ENVELOPE_STATUSES).nullable(),
          error: z.string().nullable(),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const bulkSend = await readBulkSend(tx, organizationId, id);
      if (bulkSend === null) throw refusal('not_found');
      return { filename: bulkSend.filename, rows: await bulkResults(tx, id) };
    });
  });
