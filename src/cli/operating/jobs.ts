import { parseArgs } from 'node:util';
import type { Database } from '#server/db/client/client.ts';
import { readFailedJobs, readQueueStates, retryFailedJobs } from '#server/db/housekeeping/queued-jobs.ts';
import { withServices } from '../with-services.ts';

const LISTED = 50;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `jobs`: shows the queues, lists the jobs that failed for good, or retries them. */
export async function manageJobs(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      limit: { type: 'string' },
      queue: { type: 'string' },
      all: { type: 'boolean', default: false },
    },
  });
  const [verb = 'status', id, ...rest] = positionals;
  if (rest.length > 0) throw new Error(`unexpected "${rest.join(' ')}"`);
  switch (verb) {
    case 'status':
      return await withServices(({ db }) => showQueues(db));
    case 'failed':
      return await withServices(({ db }) => listFailed(db, parseLimit(values.limit)));
    case 'retry': {
      const which = parseSelection(id, values.queue, values.all);
      return await withServices(async ({ db }) => {
        const count = await retryFailedJobs(db, which);
        if (count === 0) throw new Error('no such job has failed');
        process.stdout.write(`${count === 1 ? '1 job is' : `${count} jobs are`} tried again\n`);
      });
    }
    default:
      throw new Error(`unknown "jobs ${verb}": see npm run cli -- help`);
  }
}

async function showQueues(db: Database): Promise<void> {
  const states = await readQueueStates(db);
  if (states.length === 0) process.stdout.write('nothing waits, and nothing has failed\n');
  for (const { queue, waiting, dueSeconds, failed } of states)
    process.stdout.write(
      `${queue}: ${waiting} waiting (oldest due for ${Math.round(dueSeconds)} s), ${failed} failed\n`,
    );
}

async function listFailed(db: Database, limit: number): Promise<void> {
  const failed = await readFailedJobs(db, limit);
  if (failed.length === 0) process.stdout.write('no job has failed\n');
  for (const { id, queue, organizationId, failedAt, attempts, reason } of failed)
    process.stdout.write(
      `${id} ${queue} ${failedAt} after ${attempts} attempts` +
        `${organizationId === null ? '' : `, organization ${organizationId}`}\n  ${toOneLine(reason)}\n`,
    );
}

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LISTED;
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error('--limit must be between 1 and 99999');
  return Number(text);
}

function parseSelection(id: string | undefined, queue: string | undefined, all: boolean) {
  const given = [id !== undefined, queue !== undefined, all].filter(Boolean);
  if (given.length !== 1) throw new Error('name a job, or give --queue QUEUE or --all');
  if (id !== undefined && !UUID.test(id)) throw new Error(`"${id}" is not the id of a job`);
  return id !== undefined ? { id } : queue !== undefined ? { queue } : ('all' as const);
}

function toOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}
