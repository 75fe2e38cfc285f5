import { rateCounts } from '#server/db/schema/rate-counts.ts';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

/** The current window's count and remaining time. */
export type RateCount = { readonly count: number; readonly millisecondsLeft: number };

/** Windows follow the database's clock, because all processes share it. */
const NOW = sql`now()`;
const left = sql<number>`(extract(epoch from ${rateCounts.endsAt} - now()) * 1000)::int`;
/** Far above any limit. Refused counts don't grow any further. */
const COUNT_MAX = 1_000_000_000;

/** Counts one request of `key`. A window starts with its first request. */
export async function countRate(db: Drizzle, key: string, windowSeconds: number): Promise<RateCount> {
  const endsAt = sql`now() + ${windowSeconds} * interval '1 second'`;
  const isOver = sql`${rateCounts.endsAt} <= now()`;
  const [row] = await db
    .insert(rateCounts)
    .values({ key, count: 1, endsAt })
    .onConflictDoUpdate({
      target: rateCounts.key,
      set: {
        count: sql`case when ${isOver} then 1 else least(${rateCounts.count} + 1, ${COUNT_MAX}) end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${rateCounts.endsAt} end`,
      },
    })
    .returning({ count: rateCounts.count, millisecondsLeft: left });
  if (row === undefined) throw new Error('the request count is missing');
  return row;
}

/** Returns the count of `key` in the current window. Null if there is none. */
export async function readRate(db: Drizzle, key: string): Promise<RateCount | null> {
  const [row] = await db
    .select({ count: rateCounts.count, millisecondsLeft: left })
    .from(rateCounts)
    .where(and(eq(rateCounts.key, key), gt(rateCounts.endsAt, NOW)));
  return row ?? null;
}

/** Deletes windows that have ended. */
export async function forgetRates(db: Drizzle): Promise<void> {
  await db.delete(rateCounts).where(lte(rateCounts.endsAt, NOW));
}
