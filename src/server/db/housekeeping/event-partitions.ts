import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

/**
 * Creates the partitions of events for this month and the following ones. Returns how many couldn't be
 * created because tables were in use.
 */
export async function makeEventPartitions(db: Drizzle): Promise<number> {
  const [row] = await db.execute<{ missing: number }>(sql`select make_event_partitions() as missing`);
  return row?.missing ?? 0;
}

/** Returns the number of coming months for which events have a partition. */
export async function countPartitionsAhead(db: Drizzle): Promise<number> {
  const [row] = await db.execute<{ ahead: number }>(sql`
    select count(*)::integer as ahead from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'public.events'::regclass and relname ~ '^events_[0-9]{4}_[0-9]{2}$'
      and relname > to_char(now() at time zone 'UTC', '"events_"YYYY_MM')`);
  return row?.ahead ?? 0;
}
