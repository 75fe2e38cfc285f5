import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { failedRows, readBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the progress of a bulk send and its failed rows. */
export const getBulkSend = memberProcedure('read')
  .input(z.strictObject({ id: pathId }))
  .output(
    z.object({
      bulkSend: bulkSendSchema,
      failed: z.array(z.object({ line: z.int(), error: z.string() })),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const bulkSend = await readBulkSend(tx, organizationId, id);
      if (bulkSend === null) throw refusal('not_found');
      return { bulkSend, failed: bulkSend.failedCount === 0 ? [] : await failedRows(tx, id) };
    });
  });
