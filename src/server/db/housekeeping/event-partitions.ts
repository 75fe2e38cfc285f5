import { sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

/** Makes the partitions of events for this month and the next ones, and returns how many couldn't be made while tables were in use. */
export async function makeEventPartitions(db: Drizzle): Promise<number> {
  const [row] = await db.execute<{ missing: number }>(sql`select make_event_partitions() as missing`);
  return row?.missing ?? 0;
}
