import { and, asc, desc, eq, gte, ilike, inArray, isNotNull, lt, sql, type SQL } from 'drizzle-orm';
import { ID_PREFIXES } from '#domain/identifier.ts';
import type { EventAction } from '#domain/event/catalogue.ts';
import type { DeliveryStatus, WebhookDelivery } from '#domain/webhook/webhook.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { events } from '#server/db/schema/events.ts';
import { webhookDeliveries } from '#server/db/schema/webhook-deliveries.ts';

/** How many messages a page searches for a text. No index covers the content of messages. */
const SEARCHED = 5_000;

/** The last row of the previous page. */
export type AfterDelivery = { readonly createdAt: Date; readonly id: string };

/** Inserts deliveries of existing events. */
export async function insertDeliveries(
  tx: Transaction,
  deliveries: readonly WebhookDelivery[],
): Promise<void> {
  await tx.insert(webhookDeliveries).values(
    deliveries.map((delivery) => ({
      ...delivery,
      ...toAttemptColumns(delivery),
      createdAt: toMoment(delivery.createdAt),
    })),
  );
}

/** Returns a page of a webhook's deliveries, newest first, after `after`. */
export async function listDeliveries(
  tx: Transaction,
  organizationId: string,
  webhookId: string,
  page: {
    readonly status: DeliveryStatus | null;
    /** The identifier of a delivery or an envelope, or a part of the text of one of the newest messages. */
    readonly search: string | null;
    readonly after: AfterDelivery | null;
    readonly limit: number;
  },
): Promise<WebhookDelivery[]> {
  const { after, status, search } = page;
  const { createdAt, id } = webhookDeliveries;
  const named = search === null ? undefined : matchIdentifier(tx, organizationId, search);
  const looksInside = search !== null && named === undefined;
  const newest = tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.organizationId, organizationId),
        eq(webhookDeliveries.webhookId, webhookId),
        status === null ? undefined : eq(webhookDeliveries.status, status),
        named,
        after === null
          ? undefined
          : sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}, ${after.id})`,
      ),
    )
    // The index has the opposite order. PostgreSQL reads it backwards, nulls first.
    .orderBy(desc(createdAt), desc(id))
    .limit(looksInside ? SEARCHED : page.limit);
  if (!looksInside) return (await newest).map(toDelivery);
  const searched = newest.as('searched');
  const rows = await tx
    .select()
    .from(searched)
    .where(ilike(searched.body, buildContainsPattern(search)))
    .orderBy(desc(searched.createdAt), desc(searched.id))
    .limit(page.limit);
  return rows.map(toDelivery);
}

/**
 * Returns the condition for a delivery, or for all deliveries of an envelope, if the text is the identifier
 * of one. Indexes find these whatever their age.
 */
function matchIdentifier(tx: Transaction, organizationId: string, text: string): SQL | undefined {
  if (text.startsWith(`${ID_PREFIXES.delivery}_`)) return eq(webhookDeliveries.id, text);
  if (!text.startsWith(`${ID_PREFIXES.envelope}_`)) return undefined;
  const ofEnvelope = tx
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.organizationId, organizationId), eq(events.envelopeId, text)));
  return inArray(webhookDeliveries.eventId, ofEnvelope);
}

/** Returns a delivery of any of the organization's webhooks. */
export async function readDelivery(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<WebhookDelivery | null> {
  const [row] = await tx.select().from(webhookDeliveries).where(matchDelivery(organizationId, id));
  return row === undefined ? null : toDelivery(row);
}

/** Returns and locks a delivery. */
export async function lockDelivery(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<WebhookDelivery | null> {
  const [row] = await tx
    .select()
    .from(webhookDeliveries)
    .where(matchDelivery(organizationId, id))
    .for('no key update');
  return row === undefined ? null : toDelivery(row);
}

/** Selects deliveries of events. */
export type DeliveryRange = {
  readonly from: Date;
  readonly to: Date | null;
  readonly types: readonly EventAction[] | null;
  readonly status: DeliveryStatus | null;
};

/** Returns and locks deliveries of events, oldest first, after `after`. */
export async function lockDeliveries(
  tx: Transaction,
  organizationId: string,
  webhookId: string,
  range: DeliveryRange & { readonly after: AfterDelivery | null; readonly limit: number },
): Promise<WebhookDelivery[]> {
  const { after, limit } = range;
  const { createdAt, id } = webhookDeliveries;
  const rows = await tx
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        matchRange(organizationId, webhookId, range),
        after === null
          ? undefined
          : sql`(${createdAt}, ${id}) > (${after.createdAt.toISOString()}, ${after.id})`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(limit)
    .for('no key update');
  return rows.map(toDelivery);
}

/** Counts deliveries of events, up to `limit`. */
export async function countDeliveries(
  tx: Transaction,
  organizationId: string,
  webhookId: string,
  range: DeliveryRange & { readonly limit: number },
): Promise<number> {
  const { createdAt, id } = webhookDeliveries;
  const found = tx
    .select({ id })
    .from(webhookDeliveries)
    .where(matchRange(organizationId, webhookId, range))
    .orderBy(asc(createdAt), asc(id))
    .limit(range.limit)
    .as('found');
  return await tx.$count(found);
}

function matchRange(organizationId: string, webhookId: string, { from, to, types, status }: DeliveryRange) {
  const { createdAt } = webhookDeliveries;
  return and(
    eq(webhookDeliveries.organizationId, organizationId),
    eq(webhookDeliveries.webhookId, webhookId),
    isNotNull(webhookDeliveries.eventId),
    status === null ? undefined : eq(webhookDeliveries.status, status),
    types === null ? undefined : inArray(webhookDeliveries.type, [...types]),
    gte(createdAt, from),
    to === null ? undefined : lt(createdAt, to),
  );
}

/** Makes another attempt of these deliveries due at `nextAttemptAt`. */
export async function restartDeliveries(
  tx: Transaction,
  organizationId: string,
  ids: readonly string[],
  nextAttemptAt: Date,
): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'pending', nextAttemptAt })
    .where(
      and(eq(webhookDeliveries.organizationId, organizationId), inArray(webhookDeliveries.id, [...ids])),
    );
}

/** Updates a delivery's status but not its content. */
export async function updateDelivery(tx: Transaction, delivery: WebhookDelivery): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set(toAttemptColumns(delivery))
    .where(matchDelivery(delivery.organizationId, delivery.id));
}

/** Deletes deliveries created before `before`. Requires the scope `dueRows`. */
export async function forgetDeliveries(tx: Transaction, before: Date): Promise<void> {
  await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
}

/** Returns a pattern for messages that contain a text, escaped as it is in JSON. */
function buildContainsPattern(text: string): string {
  const written = JSON.stringify(text).slice(1, -1);
  return `%${written.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

function matchDelivery(organizationId: string, id: string) {
  return and(eq(webhookDeliveries.organizationId, organizationId), eq(webhookDeliveries.id, id));
}

function toAttemptColumns(delivery: WebhookDelivery) {
  const { status, attempts, lastStatusCode, lastError, responseExcerpt, tries } = delivery;
  const toMomentOrNull = (timestamp: string | null) => (timestamp === null ? null : toMoment(timestamp));
  return {
    ...{ status, attempts, lastStatusCode, lastError, responseExcerpt, tries },
    nextAttemptAt: toMomentOrNull(delivery.nextAttemptAt),
    lastAttemptAt: toMomentOrNull(delivery.lastAttemptAt),
  };
}

function toDelivery(row: typeof webhookDeliveries.$inferSelect): WebhookDelivery {
  const toMomentOrNull = (moment: Date | null) => (moment === null ? null : toTimestamp(moment));
  return {
    ...row,
    type: row.type as WebhookDelivery['type'],
    nextAttemptAt: toMomentOrNull(row.nextAttemptAt),
    lastAttemptAt: toMomentOrNull(row.lastAttemptAt),
    createdAt: toTimestamp(row.createdAt),
  };
}
