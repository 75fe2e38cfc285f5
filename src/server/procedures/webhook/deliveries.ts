import { z } from 'zod';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { deliveryListQuery, deliverySchema, toWireDelivery } from '#wire/webhook.ts';
import { nextCursor } from '#wire/pagination.ts';
import { openCursor, sealCursor } from '#server/crypto/cursor.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listDeliveries, type AfterDelivery } from '#server/db/webhooks/webhook-deliveries.ts';
import { readWebhook } from '#server/db/webhooks/webhooks.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

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

/** Returns the delivery that a cursor points to. Refuses a cursor of other filters. */
export function readCursor(cursor: string, filters: unknown, secret: string): AfterDelivery {
  const position = openCursor(cursor, filters, secret);
  if (position === null)
    throw createInvalidRefusal([{ path: '/cursor', message: 'is not a valid cursor for these filters' }]);
  return { createdAt: new Date(position.key), id: position.id };
}
