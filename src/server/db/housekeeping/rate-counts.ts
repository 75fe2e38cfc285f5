import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { rateCounts } from '#server/db/schema/rate-counts.ts';

/** What was counted in the window that runs, and how long it still runs. */
export type RateCount = { readonly count: number; readonly millisecondsLeft: number };

/** Windows run by the database's clock, which all processes share. */
const NOW = sql`now()`;
const left = sql<number>`(extract(epoch from ${rateCounts.endsAt} - now()) * 1000)::int`;
/** Far beyond any limit: a count that is refused anyway grows no further. */
const COUNT_MAX = 1_000_000_000;

/** Counts one of `key`, in a window of so many seconds that begins with the first one. */
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

/** What was counted of `key` in the window that runs; null where none does. */
export async function readRate(db: Drizzle, key: string): Promise<RateCount | null> {
  const [row] = await db
    .select({ count: rateCounts.count, millisecondsLeft: left })
    .from(rateCounts)
    .where(and(eq(rateCounts.key, key), gt(rateCounts.endsAt, NOW)));
  return row ?? null;
}

/** Forgets windows that are over. */
export async function forgetRates(db: Drizzle): Promise<void> {
  await db.delete(rateCounts).where(lte(rateCounts.endsAt, NOW));
}
