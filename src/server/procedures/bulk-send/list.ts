import { z } from 'zod';
import { bulkSendSchema } from '#wire/bulk-send.ts';
import { pathId } from '#wire/text.ts';
import { listBulkSends } from '#server/db/bulk-sends.ts';
import { within } from '#server/db/transaction.ts';
import { reading } from '#server/trpc/audience.ts';

/** The newest bulk sends of a template. */
export const listBulkSendsOf = reading
  .input(z.strictObject({ templateId: pathId }))
  .output(z.object({ items: z.array(bulkSendSchema) }))
  .query(async ({ ctx: { world, member }, input: { templateId } }) => {
    const { organizationId } = member;
    return {
      items: await within(world.db, { organizationId }, (tx) =>
        listBulkSends(tx, organizationId, templateId),
      ),
    };
  });
