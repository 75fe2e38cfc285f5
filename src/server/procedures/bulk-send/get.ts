import { z } from 'zod';
import { refusal } from '#domain/errors.ts';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { failedRows, readBulkSend } from '#server/db/bulk-sends.ts';
import { within } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';

/** How far a bulk send has come, and which rows failed. */
export const getBulkSend = reading
  .input(z.strictObject({ id: pathId }))
  .output(
    z.object({
      bulkSend: bulkSendSchema,
      failed: z.array(z.object({ line: z.int(), error: z.string() })),
    }),
  )
  .query(async ({ ctx: { world, member }, input: { id } }) => {
    const { organizationId } = member;
    return await within(world.db, { organizationId }, async (tx) => {
      const bulkSend = await readBulkSend(tx, organizationId, id);
      if (bulkSend === null) throw refusal('not_found');
      return { bulkSend, failed: bulkSend.failedCount === 0 ? [] : await failedRows(tx, id) };
    });
  });
