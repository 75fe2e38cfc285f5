import { z } from 'zod';
import { toWireWebhook, webhookSchema } from '#wire/webhook.ts';
import { within } from '#server/db/transaction.ts';
import { listWebhooks as readWebhooks } from '#server/db/webhooks.ts';
import { integrating } from '#server/trpc/audience.ts';

/** Lists the organization's webhooks. */
export const listWebhooks = integrating
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks',
      tags: ['Webhooks'],
      summary: 'List webhooks',
      description: 'All webhooks of the organization, oldest first.',
    },
    rest: { errors: [] },
  })
  .input(z.strictObject({}))
  .output(z.object({ items: z.array(webhookSchema) }))
  .query(async ({ ctx: { world, member } }) => {
    const { organizationId } = member;
    const webhooks = await within(world.db, { organizationId }, (tx) => readWebhooks(tx, organizationId));
    return { items: webhooks.map(toWireWebhook) };
  });
