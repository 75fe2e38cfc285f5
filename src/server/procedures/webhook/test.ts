import { z } from 'zod';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import {
  createNextAttempt,
  createSampleDelivery,
  createTestDelivery,
} from '#domain/webhook/notifications.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { deliverySchema, toWireDelivery, type WireDelivery } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertDeliveries } from '#server/db/webhooks/webhook-deliveries.ts';
import { sampleEvent } from '#server/procedures/event.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { requireEnabledWebhook } from './webhooks.ts';

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
          const delivery = createTestDelivery(webhook, services.clock().toISOString(), services.newId);
          await insertDeliveries(tx, [delivery]);
          await services.queue.enqueue(tx, [createNextAttempt(delivery)]);
          const answer = toWireDelivery(delivery);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(deliverySchema),
    });
  });

/** Sends a sample of an event to a webhook, whether or not the webhook subscribes to that event. */
export const sendWebhookSample = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/sample',
      tags: ['Webhooks'],
      summary: 'Send a sample of an event',
      description:
        "Sends a signed example of an event, once, even if the webhook doesn't receive this event type. The message has `sample: true`. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.",
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
  })
  .input(
    z.strictObject({
      id: createPathIdSchema('webhook'),
      type: z
        .enum(EVENT_ACTIONS)
        .describe('The event type.')
        .meta({ examples: ['envelope.completed'] }),
    }),
  )
  .output(deliverySchema)
  .mutation(async ({ ctx, input: { id, type } }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    return await runOnce<WireDelivery>(ctx, {
      operation: 'send-webhook-sample',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          const webhook = await requireEnabledWebhook(tx, organizationId, id);
          const now = services.clock().toISOString();
          const { message } = sampleEvent(organizationId, type, now);
          const delivery = createSampleDelivery(webhook, message, now, services.newId);
          await insertDeliveries(tx, [delivery]);
          await services.queue.enqueue(tx, [createNextAttempt(delivery)]);
          const answer = toWireDelivery(delivery);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(deliverySchema),
    });
  });
