import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';

/** What waits in a queue, since when the oldest of it is due, and what failed for good. */
export type QueueState = {
  readonly queue: string;
  readonly waiting: number;
  readonly dueSeconds: number;
  readonly failed: number;
};

/** Returns the state of each queue that has waiting or failed jobs. */
export async function readQueueStates({
  drizzle,
}: Pick<Database, 'drizzle'>): Promise<readonly QueueState[]> {
  const rows = await drizzle.execute<{ queue: string; waiting: number; due: number; failed: number }>(sql`
    select name as queue,
      (count(*) filter (where state < 'active'))::integer as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8 as due,
      (count(*) filter (where state = 'failed'))::integer as failed
    from pgboss.job where (state < 'active' or state = 'failed') and name like 'svc/%' and name <> 'svc/dead-letters'
    group by name order by name`);
  return rows.map(({ queue, waiting, due, failed }) => ({
    ...{ queue, waiting, failed },
    dueSeconds: Math.max(0, Number(due)),
  }));
}
