import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { deliveryWithBodySchema, toWireDelivery } from '#wire/webhook.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readDelivery } from '#server/db/webhooks/webhook-deliveries.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

/** Gets a delivery with its message. */
export const getWebhookDelivery = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
      tags: ['Webhooks'],
      summary: 'Get a delivery',
      description: 'Returns the delivery with the body of its message.',
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook'), deliveryId: createPathIdSchema('delivery') }))
  .output(deliveryWithBodySchema)
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const delivery = await transaction(services.db, { organizationId }, (tx) =>
      readDelivery(tx, organizationId, input.deliveryId),
    );
    if (delivery === null || delivery.webhookId !== input.id) throw createRefusal('not_found');
    return { ...toWireDelivery(delivery), body: delivery.body };
  });
