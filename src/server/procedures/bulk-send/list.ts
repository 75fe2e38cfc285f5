import { z } from 'zod';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { listBulkSends } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
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
