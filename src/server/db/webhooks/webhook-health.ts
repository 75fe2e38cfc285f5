import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { webhookDeliveries } from '#server/db/schema/webhook-deliveries.ts';
import { webhooks } from '#server/db/schema/webhooks.ts';

/** How many of a day's messages were accepted, are being retried, and were given up. */
type DayOfDeliveries = {
  readonly delivered: number;
  readonly waiting: number;
  readonly gaveUp: number;
};
export type WebhookHealth = {
  readonly webhookId: string;
  readonly lastEventAt: string | null;
  /** The median time that the server takes to accept a message, in milliseconds. Null if it accepted none. */
  readonly typicalMs: number | null;
  /** The last seven periods of 24 hours, oldest first. */
  readonly days: readonly DayOfDeliveries[];
};

const DAYS = 7;
const NONE: DayOfDeliveries = { delivered: 0, waiting: 0, gaveUp: 0 };

/** Counts last week's deliveries of an organization's webhooks. */
export async function readWebhookHealth(
  tx: Transaction,
  organizationId: string,
  now: Date,
): Promise<WebhookHealth[]> {
  const last = await tx.execute<{ id: string; at: Date | string | null }>(sql`
    select ${webhooks.id} as id, (
      select ${webhookDeliveries.createdAt} from ${webhookDeliveries}
      where ${webhookDeliveries.organizationId} = ${organizationId} and ${webhookDeliveries.webhookId} = ${webhooks.id}
      order by ${webhookDeliveries.createdAt} desc limit 1) as at
    from ${webhooks} where ${webhooks.organizationId} = ${organizationId}`);
  const counted = await tx.execute<{ id: string; age: number } & Record<keyof DayOfDeliveries, number>>(sql`
    select ${webhookDeliveries.webhookId} as id,
      floor(extract(epoch from ${now.toISOString()}::timestamptz - ${webhookDeliveries.createdAt}) / 86400)::int as age,
      (count(*) filter (where ${webhookDeliveries.status} = 'succeeded'))::int as delivered,
      (count(*) filter (where ${webhookDeliveries.status} = 'pending' and ${webhookDeliveries.attempts} > 0))::int as waiting,
      (count(*) filter (where ${webhookDeliveries.status} = 'failed'))::int as "gaveUp"
    from ${webhookDeliveries}
    where ${webhookDeliveries.organizationId} = ${organizationId}
      and ${webhookDeliveries.createdAt} > ${now.toISOString()}::timestamptz - interval '7 days'
    group by 1, 2`);
  const answered = await tx.execute<{ id: string; typical: number }>(sql`
    select ${webhookDeliveries.webhookId} as id,
      (percentile_disc(0.5) within group (order by (${webhookDeliveries.tries} -> -1 ->> 'tookMs')::int))::int as typical
    from ${webhookDeliveries}
    where ${webhookDeliveries.organizationId} = ${organizationId}
      and ${webhookDeliveries.createdAt} > ${now.toISOString()}::timestamptz - interval '7 days'
      and ${webhookDeliveries.status} = 'succeeded' and jsonb_array_length(${webhookDeliveries.tries}) > 0
    group by 1`);
  return last.map(({ id, at }) => ({
    webhookId: id,
    lastEventAt: at === null ? null : toTimestamp(new Date(at)),
    typicalMs: answered.find((row) => row.id === id)?.typical ?? null,
    days: Array.from({ length: DAYS }, (_, day) => {
      const of = counted.find((row) => row.id === id && Math.max(0, row.age) === DAYS - 1 - day);
      return of === undefined ? NONE : { delivered: of.delivered, waiting: of.waiting, gaveUp: of.gaveUp };
    }),
  }));
}
