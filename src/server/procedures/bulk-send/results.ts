import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createNullableIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { listBulkResults, readBulkSend } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Returns the outcome of every row of a bulk send. */
export const getBulkResults = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/bulk-sends/{id}/results',
      tags: ['Bulk sends'],
      summary: 'Get the results of a bulk send',
      description: 'Every line with its envelope and its status, or why it failed.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('bulkSend') }))
  .output(
    z.object({
      filename: z.string().meta({ examples: ['consultants.csv'] }),
      rows: z.array(
        z.object({
          line: z.int().min(2),
          recipient: z.string().meta({ examples: [EXAMPLE.email] }),
          envelopeId: createNullableIdSchema('envelope'),
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
      if (bulkSend === null) throw createRefusal('not_found');
      return { filename: bulkSend.filename, rows: await listBulkResults(tx, id) };
    });
  });
