import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';

/**
 * The number of jobs in a queue that are waiting, running or failed for good, and how long the oldest waiting
 * one has been due.
 */
export type QueueState = {
  readonly queue: string;
  readonly waiting: number;
  readonly dueSeconds: number;
  readonly running: number;
  /** Jobs that are waiting because an attempt failed. */
  readonly retrying: number;
  /** When the first of those is tried again. */
  readonly nextRetryAt: Date | null;
  readonly failed: number;
};

/** Returns the state of each queue that has waiting, running or failed jobs. */
export async function readQueueStates({
  drizzle,
}: Pick<Database, 'drizzle'>): Promise<readonly QueueState[]> {
  const rows = await drizzle.execute<{
    queue: string;
    waiting: number;
    due: number;
    running: number;
    retrying: number;
    next: string | null;
    failed: number;
  }>(sql`
    select name as queue,
      (count(*) filter (where state < 'active'))::integer as waiting,
      coalesce(extract(epoch from now() - min(start_after) filter (where state < 'active')), 0)::float8 as due,
      (count(*) filter (where state = 'active'))::integer as running,
      (count(*) filter (where state = 'retry'))::integer as retrying,
      min(start_after) filter (where state = 'retry') as next,
      (count(*) filter (where state = 'failed'))::integer as failed
    from pgboss.job where (state <= 'active' or state = 'failed') and name like 'svc/%' and name <> 'svc/dead-letters'
    group by name order by name`);
  return rows.map(({ due, next, ...row }) => ({
    ...row,
    nextRetryAt: next === null ? null : new Date(next),
    dueSeconds: Math.max(0, Number(due)),
  }));
}

/** Returns how long the oldest job has been due, and how many seals are waiting for another attempt. */
export async function readBacklog({
  drizzle,
}: Pick<Database, 'drizzle'>): Promise<{ readonly dueSeconds: number; readonly failingSeals: number }> {
  const [row] = await drizzle.execute<{ due: number; seals: number }>(sql`
    select coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as due,
      (count(*) filter (where state = 'retry' and name = 'svc/envelope.completed'))::integer as seals
    from pgboss.job where state < 'active' and name like 'svc/%' and name <> 'svc/dead-letters'`);
  return { dueSeconds: Math.max(0, Number(row?.due ?? 0)), failingSeals: row?.seals ?? 0 };
}

/** A job that failed for good, and why. */
export type FailedJob = {
  readonly id: string;
  readonly queue: string;
  readonly organizationId: string | null;
  readonly failedAt: string;
  readonly attempts: number;
  readonly reason: string;
};

/** Returns the jobs that failed most recently, newest first. */
export async function readFailedJobs(
  { drizzle }: Pick<Database, 'drizzle'>,
  limit: number,
): Promise<readonly FailedJob[]> {
  const rows = await drizzle.execute<FailedJob>(sql`
    select id, name as queue, data ->> 'organizationId' as "organizationId", retry_count + 1 as attempts,
      to_char(completed_on at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "failedAt",
      coalesce(output ->> 'message', output::text, 'unknown') as reason
    from pgboss.job where state = 'failed' and name like 'svc/%' and name <> 'svc/dead-letters'
    order by completed_on desc nulls last limit ${limit}`);
  return [...rows];
}

/**
 * Gives jobs an attempt now: a single job, all jobs of a queue, or all jobs, as long as they failed for good
 * (`failed`) or wait for their next attempt (`retry`). Returns how many there were.
 */
export async function retryJobsNow(
  { drizzle }: Pick<Database, 'drizzle'>,
  which: { readonly id: string } | { readonly queue: string } | 'all',
  states: readonly ('failed' | 'retry')[],
): Promise<number> {
  const chosen =
    which === 'all' ? sql`true` : 'id' in which ? sql`id = ${which.id}::uuid` : sql`name = ${which.queue}`;
  const rows = await drizzle.execute(sql`
    update pgboss.job set state = 'retry', completed_on = null, start_after = now(),
      retry_limit = retry_limit + case when state = 'failed' then 1 else 0 end
    where state::text = any(string_to_array(${states.join()}, ',')) and name like 'svc/%' and name <> 'svc/dead-letters' and ${chosen}
    returning id`);
  return rows.length;
}
