import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { listFailedRows, readBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the progress of a bulk send and its failed rows. */
export const getBulkSend = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/bulk-sends/{id}',
      tags: ['Bulk sends'],
      summary: 'Get a bulk send',
      description: 'How many envelopes were sent, and which lines failed and why.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('bulkSend') }))
  .output(
    z.object({
      bulkSend: bulkSendSchema,
      failed: z.array(
        z.object({
          line: z.int().min(2),
          error: z.string().meta({ examples: ['The template was archived.'] }),
        }),
      ),
    }),
  )
  .query(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    return await transaction(services.db, { organizationId }, async (tx) => {
      const bulkSend = await readBulkSend(tx, organizationId, id);
      if (bulkSend === null) throw createRefusal('not_found');
      return { bulkSend, failed: bulkSend.failedCount === 0 ? [] : await listFailedRows(tx, id) };
    });
  });
