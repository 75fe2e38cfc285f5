import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { toWireWebhook, webhookSchema } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

export const getWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks/{id}',
      tags: ['Webhooks'],
      summary: 'Get a webhook',
      description: 'Returns the webhook without its secret.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(webhookSchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const stored = await transaction(services.db, { organizationId }, (tx) =>
      readWebhook(tx, organizationId, input.id),
    );
    if (stored === null) throw createRefusal('not_found');
    return toWireWebhook(stored.webhook);
  });
