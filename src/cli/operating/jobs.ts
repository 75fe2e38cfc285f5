import type { Database } from '#server/db/client/client.ts';
import { readFailedJobs, readQueueStates, retryJobsNow } from '#server/db/housekeeping/queued-jobs.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Selection = { readonly queue?: string | undefined; readonly all?: boolean | undefined };

/** Shows what waits in each queue. */
export async function showQueues({ db }: { readonly db: Database }): Promise<void> {
  const states = await readQueueStates(db);
  if (states.length === 0) process.stdout.write('nothing waits, and nothing has failed\n');
  for (const { queue, waiting, dueSeconds, failed } of states)
    process.stdout.write(
      `${queue}: ${waiting} waiting (oldest due for ${Math.round(dueSeconds)} s), ${failed} failed\n`,
    );
}

/** Lists the jobs that failed for good, with the reason. */
export async function listFailedJobs({ db }: { readonly db: Database }, limit: number): Promise<void> {
  const failed = await readFailedJobs(db, limit);
  if (failed.length === 0) process.stdout.write('no job has failed\n');
  for (const { id, queue, organizationId, failedAt, attempts, reason } of failed)
    process.stdout.write(
      `${id} ${queue} ${failedAt} after ${attempts} attempts` +
        `${organizationId === null ? '' : `, organization ${organizationId}`}\n  ${toOneLine(reason)}\n`,
    );
}

/** Gives jobs that failed or wait for another attempt one now. */
export async function retryJobs(
  { db }: { readonly db: Database },
  id: string | undefined,
  selection: Selection,
): Promise<void> {
  const count = await retryJobsNow(db, parseSelection(id, selection), ['failed', 'retry']);
  if (count === 0) throw new Error('no such job has failed or waits for another attempt');
  process.stdout.write(`${count === 1 ? '1 job is' : `${count} jobs are`} tried again\n`);
}

function parseSelection(id: string | undefined, { queue, all = false }: Selection) {
  const given = [id !== undefined, queue !== undefined, all].filter(Boolean);
  if (given.length !== 1) throw new Error('name a job, or give --queue QUEUE or --all');
  if (id !== undefined && !UUID.test(id)) throw new Error(`"${id}" is not the id of a job`);
  return id !== undefined ? { id } : queue !== undefined ? { queue } : ('all' as const);
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}
