import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * Running jobs and the process that took each one, so that others can take over the jobs of a process that
 * died. The table is unlogged: a crash of the database ends the processes' connections too, and the queue's
 * heartbeats remain.
 */
export const runningJobs = pgTable(
  'running_jobs',
  {
    jobId: uuid('job_id').primaryKey(),
    queue: text('queue').notNull(),
    /** How often the job has been tried before. */
    attempt: integer('attempt').notNull(),
    /** The process's number, as in its presence lock. */
    process: integer('process').notNull(),
  },
  (table) => [index('running_jobs_process').on(table.process)],
);
