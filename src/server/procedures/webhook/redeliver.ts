import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { scheduleRedelivery } from '#domain/webhook/redeliver.ts';
import { nextAttempt } from '#domain/webhook/notifications.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { deliverySchema, toWireDelivery, type WireDelivery } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { lockDelivery, updateDelivery } from '#server/db/webhooks/webhook-deliveries.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { requireEnabledWebhook } from './require-enabled.ts';

/** Attempts a delivery again, regardless of its status. */
export const redeliverWebhook = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
      tags: ['Webhooks'],
      summary: 'Redeliver a message',
      description:
        'Attempts the delivery again now, with the same `webhook-id` and body. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.',
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook'), deliveryId: createPathIdSchema('delivery') }))
  .output(deliverySchema)
  .mutation(async ({ ctx, input: { id, deliveryId } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireDelivery>(ctx, {
      operation: 'redeliver-webhook',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          await requireEnabledWebhook(tx, organizationId, id);
          const delivery = await lockDelivery(tx, organizationId, deliveryId);
          if (delivery === null || delivery.webhookId !== id) throw createRefusal('not_found');
          const again = scheduleRedelivery(delivery, services.clock().toISOString());
          if (again !== delivery) {
            await updateDelivery(tx, again);
            await services.queue.enqueue(tx, [nextAttempt(again)]);
          }
          const answer = toWireDelivery(again);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(deliverySchema),
    });
  });
