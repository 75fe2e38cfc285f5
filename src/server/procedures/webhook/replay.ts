import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { nextAttempt } from '#domain/webhook/notifications.ts';
import { scheduleRedelivery } from '#domain/webhook/redeliver.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { replayBody, replaySchema, type WireReplay } from '#wire/webhook.ts';
import { sealCursor } from '#server/crypto/cursor.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import {
  countDeliveries,
  lockDeliveries,
  restartDeliveries,
  type DeliveryRange,
} from '#server/db/webhooks/webhook-deliveries.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { runOnce, replayStored } from '#server/trpc/idempotency.ts';
import { readCursor } from './deliveries.ts';
import { requireEnabledWebhook } from './require-enabled.ts';

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
          await services.queue.enqueue(tx, again.map(nextAttempt));
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

function toDeliveryRange({ from, to, types, status }: z.infer<z.ZodObject<typeof filters>>): DeliveryRange {
  return {
    from: new Date(from),
    to: to === undefined ? null : new Date(to),
    types: types ?? null,
    status: status === 'all' ? null : status,
  };
}
