import { z } from 'zod';
import { toWireWebhook, webhookSchema } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listWebhooks as readWebhooks } from '#server/db/webhooks/webhooks.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

export const listWebhooks = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks',
      tags: ['Webhooks'],
      summary: 'List webhooks',
      description: 'Returns all webhooks of the organization, oldest first.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(webhookSchema) }))
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const webhooks = await transaction(services.db, { organizationId }, (tx) =>
      readWebhooks(tx, organizationId),
    );
    return { items: webhooks.map(toWireWebhook) };
  });
