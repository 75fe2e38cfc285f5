import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createNextAttempt } from '#domain/webhook/notifications.ts';
import { scheduleRedelivery } from '#domain/webhook/redeliver.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { nextCursor } from '#wire/pagination.ts';
import {
  deliveryListQuery,
  deliverySchema,
  deliveryWithBodySchema,
  replayBody,
  replaySchema,
  toWireDelivery,
  type WireDelivery,
  type WireReplay,
} from '#wire/webhook.ts';
import { openCursor, sealCursor } from '#server/crypto/cursor.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import {
  type AfterDelivery,
  countDeliveries,
  type DeliveryRange,
  listDeliveries,
  lockDeliveries,
  lockDelivery,
  readDelivery,
  restartDeliveries,
  updateDelivery,
} from '#server/db/webhooks/webhook-deliveries.ts';
import { readWebhookHealth } from '#server/db/webhooks/webhook-health.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { replayStored, runOnce } from '#server/trpc/idempotency.ts';
import { requireEnabledWebhook } from './webhooks.ts';

/** Lists a webhook's deliveries, newest first. */
export const listWebhookDeliveries = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/webhooks/{id}/deliveries',
      tags: ['Webhooks'],
      summary: 'List deliveries',
      description:
        "Returns the webhook's messages of the last 30 days with their results, newest first. A cursor is only valid with the filters it was returned for.",
    },
    rest: { errors: ['not_found'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook'), ...deliveryListQuery }))
  .output(z.object({ items: z.array(deliverySchema), nextCursor }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { id, cursor, limit = LIMITS.listLimitDefault, status = null, search = null } = input;
    const { organizationId } = member;
    const secret = services.config.secretKeys.current.key;
    const filters = ['deliveries', organizationId, id, status, search];
    const after = cursor === undefined ? null : readCursor(cursor, filters, secret);
    const rows = await transaction(services.db, { organizationId }, async (tx) => {
      if ((await readWebhook(tx, organizationId, id)) === null) throw createRefusal('not_found');
      return await listDeliveries(tx, organizationId, id, { status, search, after, limit: limit + 1 });
    });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return {
      items: items.map(toWireDelivery),
      nextCursor:
        last === undefined ? null : sealCursor({ key: last.createdAt, id: last.id }, filters, secret),
    };
  });

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
            await services.queue.enqueue(tx, [createNextAttempt(again)]);
          }
          const answer = toWireDelivery(again);
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(deliverySchema),
    });
  });

/** Repeats all deliveries of a period, such as those that failed while a server was down. */
export const replayDeliveries = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'POST',
      path: '/api/v1/webhooks/{id}/replay',
      tags: ['Webhooks'],
      summary: 'Redeliver messages',
      description: `Attempts all deliveries in a time range again, oldest first, each with the same \`webhook-id\` and body. One call queues up to ${LIMITS.webhookReplayMax}. To continue, repeat it with \`nextCursor\` as \`cursor\`, and a new \`Idempotency-Key\` if you send one. Tests and samples aren't sent again. Returns 409 \`invalid_state\` if the webhook is disabled.`,
    },
    rest: { idempotency: 'stored', errors: ['not_found', 'invalid_state'] },
  })
  .input(z.strictObject({ id: createPathIdSchema('webhook'), ...replayBody }))
  .output(replaySchema)
  .mutation(async ({ ctx, input }) => {
    const { services, member } = ctx;
    const { organizationId } = member;
    const { id, from, to = null, types = null, status, cursor } = input;
    const secret = services.config.secretKeys.current.key;
    const filters = ['replay', organizationId, id, from, to, types, status];
    const after = cursor === undefined ? null : readCursor(cursor, filters, secret);
    return await runOnce<WireReplay>(ctx, {
      operation: 'replay-deliveries',
      run: (finish) =>
        transaction(services.db, { organizationId }, async (tx) => {
          await requireEnabledWebhook(tx, organizationId, id);
          const now = services.clock();
          const found = await lockDeliveries(tx, organizationId, id, {
            ...toDeliveryRange(input),
            after,
            limit: LIMITS.webhookReplayMax + 1,
          });
          const page = found.slice(0, LIMITS.webhookReplayMax);
          const again = page.flatMap((delivery) => {
            const restarted = scheduleRedelivery(delivery, now.toISOString());
            return restarted === delivery ? [] : [restarted];
          });
          const ids = again.map((delivery) => delivery.id);
          if (ids.length > 0) await restartDeliveries(tx, organizationId, ids, now);
          await services.queue.enqueue(tx, again.map(createNextAttempt));
          const last = found.length > page.length ? page.at(-1) : undefined;
          const answer = {
            queued: again.length,
            nextCursor:
              last === undefined ? null : sealCursor({ key: last.createdAt, id: last.id }, filters, secret),
          };
          await finish(tx, answer);
          return answer;
        }),
      replay: replayStored(replaySchema),
    });
  });

const { cursor: _cursor, ...filters } = replayBody;

/**
 * Returns how many deliveries a replay would attempt again, counting up to one more than
 * `webhookReplayCounted`.
 */
export const countReplay = memberProcedure('administer')
  .input(z.strictObject({ id: createPathIdSchema('webhook'), ...filters }))
  .output(z.object({ count: z.int() }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const range = { ...toDeliveryRange(input), limit: LIMITS.webhookReplayCounted + 1 };
    const count = await readTransaction(services.db, { organizationId }, async (tx) => {
      if ((await readWebhook(tx, organizationId, input.id)) === null) throw createRefusal('not_found');
      return await countDeliveries(tx, organizationId, input.id, range);
    });
    return { count };
  });

/** Returns the delivery that a cursor points to. Refuses a cursor of other filters. */
function readCursor(cursor: string, filters: unknown, secret: string): AfterDelivery {
  const position = openCursor(cursor, filters, secret);
  if (position === null)
    throw createInvalidRefusal([{ path: '/cursor', message: 'is not a valid cursor for these filters' }]);
  return { createdAt: new Date(position.key), id: position.id };
}

function toDeliveryRange({ from, to, types, status }: z.infer<z.ZodObject<typeof filters>>): DeliveryRange {
  return {
    from: new Date(from),
    to: to === undefined ? null : new Date(to),
    types: types ?? null,
    status: status === 'all' ? null : status,
  };
}

const count = z.int();

/**
 * Returns how the organization's webhooks did in the last seven days. Each of these days starts at the
 * present time of day.
 */
export const getWebhookHealth = memberProcedure('administer')
  .input(z.strictObject({}))
  .output(
    z.array(
      z.object({
        webhookId: z.string(),
        lastEventAt: z.string().nullable(),
        typicalMs: count.nullable(),
        days: z.array(z.object({ delivered: count, waiting: count, gaveUp: count })),
      }),
    ),
  )
  .query(async ({ ctx: { services, member } }) => {
    const { organizationId } = member;
    const health = await readTransaction(services.db, { organizationId }, (tx) =>
      readWebhookHealth(tx, organizationId, services.clock()),
    );
    return health.map((one) => ({ ...one, days: [...one.days] }));
  });
