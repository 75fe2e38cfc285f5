import { runningJobs } from '#server/db/schema/running-jobs.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client/client.ts';
import type { RunningJob } from '#server/queue.ts';

/** Records that a process has taken these jobs. */
export async function recordJobs(db: Database, process: number, jobs: readonly RunningJob[]): Promise<void> {
  await db.drizzle
    .insert(runningJobs)
    .values(jobs.map((job) => ({ ...job, process })))
    .onConflictDoUpdate({
      target: runningJobs.jobId,
      set: { attempt: sql`excluded.attempt`, process: sql`excluded.process` },
    });
}

/** Forgets a process's recorded jobs that it is no longer running. */
export async function forgetJobs(db: Database, process: number): Promise<void> {
  await db.drizzle.execute(sql`
    delete from running_jobs as mine
    where mine.process = ${process} and not exists (
      select from pgboss.job
      where name = mine.queue and id = mine.job_id and state = 'active' and retry_count = mine.attempt
    )`);
}

/**
 * Makes the running jobs of ended processes due again immediately, each with one try less, and returns how
 * many there were. Jobs on their last try are left to the queue, which gives up on them when they miss their
 * heartbeat.
 */
export async function takeOverJobs(db: Database, processes: readonly number[]): Promise<number> {
  const list = sql.join(
    processes.map((process) => sql`${process}::integer`),
    sql`, `,
  );
  const rows = await db.drizzle.execute(sql`
    with lost as (delete from running_jobs where process in (${list}) returning job_id, queue, attempt)
    update pgboss.job as job set state = 'retry', start_after = now(), heartbeat_on = null
    from lost
    where job.name = lost.queue and job.id = lost.job_id and job.state = 'active'
      and job.retry_count = lost.attempt and job.retry_count < job.retry_limit
    returning job.id`);
  return rows.length;
}
