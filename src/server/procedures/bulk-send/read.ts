import { z } from 'zod';
import { ENVELOPE_STATUSES } from '#domain/envelope/status.ts';
import { createRefusal } from '#domain/errors.ts';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { createNullableIdSchema, createPathIdSchema } from '#wire/identifier.ts';
import { pathId } from '#wire/text.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  listBulkResults,
  listBulkSends,
  listFailedRows,
  readBulkSend,
} from '#server/db/envelopes/bulk-sends.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Lists a template's latest bulk sends. */
export const listBulkSendsOf = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/bulk-sends',
      tags: ['Bulk sends'],
      summary: 'List bulk sends',
      description: 'The latest of a template.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({ templateId: pathId }))
  .output(z.object({ items: z.array(bulkSendSchema) }))
  .query(async ({ ctx: { services, member }, input: { templateId } }) => {
    const { organizationId } = member;
    return {
      items: await transaction(services.db, { organizationId }, (tx) =>
        listBulkSends(tx, organizationId, templateId),
      ),
    };
  });

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
