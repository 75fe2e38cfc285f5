import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { EFFECT_NAMES, type Effect, type EffectName } from '#domain/effects.ts';
import { openLog } from '#server/runtime/log.ts';
import { openDatabase, type Database } from '#server/db/client/client.ts';
import { openPresence, type Presence } from '#server/db/client/presence.ts';
import { recordJobs } from '#server/db/housekeeping/running-jobs.ts';
import { startDueJobs } from '#server/jobs/repeating.ts';
import { openQueue, type Attempt, type Handlers, type Queue } from '#server/queue.ts';
import { transaction } from '#server/db/client/transaction.ts';

import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';
import { patience } from '../support/patience.ts';
import { runScript } from '../support/program.ts';

/** The queue itself waits ten seconds without a heartbeat, and five more before the next attempt. */
const TAKEN_OVER_MS = 3_000;
const WAITING = { timeout: patience(20_000), interval: 20 };

let database: TestDatabase;
let db: Database;
let presence: Presence;
const errors: unknown[] = [];
const fail = (error: unknown) => void errors.push(error);

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.address);
  presence = await openPresence(database.address, fail);
});
afterAll(async () => {
  await presence.close();
  await db.close();
  await database.drop();
});

it('takes over the jobs of a process that was killed, and leaves those of a living one', async () => {
  const [doomed, living] = [startWorking(), startWorking()];
  await Promise.all([doomed.printed(/ready/), living.printed(/ready/)]);
  const queue = await openMyQueue();
  const jobs = Array.from({ length: 24 }, (_, number) => sealing(`env_${number}`));
  await transaction(db, null, (tx) => queue.enqueue(tx, jobs));
  await Promise.all([doomed.printed(/took/), living.printed(/took/)]);
  await expect.poll(() => taken(doomed) + taken(living)).toBe(8);
  // The process that takes over needs to know who had them.
  await expect.poll(async () => (await db.drizzle.execute('select 1 from running_jobs')).length).toBe(8);
  const [lost, kept] = [taken(doomed), taken(living)];

  const done: Attempt[] = [];
  await queue.work(handlersWith({ 'svc/envelope.completed': (attempt) => void done.push(attempt) }), {
    concurrency: 4,
  });
  const taking = startDueJobs({ db, presence, clock: () => new Date(), log: openLog('silent') }, [
    'wake takers',
    'take over',
  ]);
  onTestFinished(() => taking.stop());
  await expect.poll(() => done.length, WAITING).toBe(jobs.length - lost - kept);
  await expect.poll(() => presence.isSteady(), WAITING).toBe(true);

  doomed.child.kill('SIGKILL');
  await doomed.ended;
  const killedAt = performance.now();
  await expect.poll(() => done.length, WAITING).toBe(jobs.length - kept);
  expect(performance.now() - killedAt).toBeLessThan(patience(TAKEN_OVER_MS));
  const running = await db.drizzle.execute(
    `select 1 from pgboss.job where name = 'svc/envelope.completed' and state = 'active' and retry_count = 0`,
  );
  expect(running).toHaveLength(kept);
  expect(lost).toBeGreaterThan(0);
  expect(errors).toEqual([]);
});

function startWorking() {
  const program = runScript(new URL('../support/working-process.ts', import.meta.url), {}, [
    JSON.stringify(database.address),
  ]);
  onTestFinished(async () => {
    program.child.kill('SIGKILL');
    await program.ended;
  });
  return program;
}

function taken(program: ReturnType<typeof startWorking>): number {
  return program.output().stdout.split('took').length - 1;
}

async function openMyQueue(): Promise<Queue> {
  const queue = await openQueue(database.address, {
    onError: fail,
    onTaken: (jobs) => recordJobs(db, presence.process, jobs),
  });
  onTestFinished(() => queue.close());
  return queue;
}

function handlersWith(handle: { readonly [N in EffectName]?: (attempt: Attempt) => void }): Handlers {
  const handler = (name: EffectName) => (_: unknown, attempt: Attempt) =>
    Promise.resolve(handle[name]?.(attempt));
  return Object.fromEntries(EFFECT_NAMES.map((name) => [name, handler(name)])) as unknown as Handlers;
}

function sealing(envelopeId: string): Effect {
  return { name: 'svc/envelope.completed', payload: { organizationId: 'org_any', envelopeId } };
}
