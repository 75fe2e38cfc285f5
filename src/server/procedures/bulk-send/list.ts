import { z } from 'zod';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { listBulkSends } from '#server/db/envelopes/bulk-sends.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Lists a template's latest bulk sends. */
export const listBulkSendsOf = memberProcedure('read')
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
