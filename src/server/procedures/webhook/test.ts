import { z } from 'zod';
import { nextAttempt, testDelivery } from '#domain/webhook/notifications.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { deliverySchema, toWireDelivery, type WireDelivery } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertDeliveries } from '#server/db/webhooks/webhook-deliveries.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { requireEnabledWebhook } from './require-enabled.ts';

/** Sends a test message to a webhook. */
export const testWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/test',
      tags: ['Webhooks'],
      summary: 'Send a test message',
      description:
        'Sends a signed message of type `webhook.test`, once. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.',
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook') }))
  .output(deliverySchema)
  .mutation(async ({ ctx, input: { id } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireDelivery>(ctx, {
      operation: 'test-webhook',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          const webhook = await requireEnabledWebhook(tx, organizationId, id);
          const delivery = testDelivery(webhook, services.clock().toISOString(), services.newId);
          await insertDeliveries(tx, [delivery]);
          await services.queue.enqueue(tx, [nextAttempt(delivery)]);
          const answer = toWireDelivery(delivery);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(deliverySchema),
    });
  });
