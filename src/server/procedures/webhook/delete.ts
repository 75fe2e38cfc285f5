import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { deleteWebhook as removeWebhook } from '#server/db/webhooks/webhooks.ts';
import { recordAction } from '#server/trpc/administration.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

export const deleteWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Delete a webhook',
      description: 'Deletes the webhook and its deliveries. Pending deliveries are canceled.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(z.undefined())
  .mutation(async ({ ctx, input: { id } }) => {
    const { organizationId } = ctx.member;
    await transaction(ctx.services.db, { organizationId }, async (tx) => {
      const deleted = await removeWebhook(tx, organizationId, id);
      if (deleted === null) throw createRefusal('not_found');
      const subject = { id, name: deleted.url };
      await recordAction(tx, ctx, { action: 'webhook.deleted', subject });
    });
  });
