import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { EFFECT_NAMES, type Effect } from '#domain/effects.ts';
import { openDatabase, type Database } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { openPresence } from '#server/db/client/presence.ts';
import { startDueJobs } from '#server/jobs/repeating.ts';
import { openLog } from '#server/runtime/log.ts';
import { openQueue, type Handlers, type Queue } from '#server/queue.ts';

import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';

const NOTHING = Object.fromEntries(
  EFFECT_NAMES.map((name) => [name, () => Promise.resolve()]),
) as unknown as Handlers;

let database: TestDatabase;
let db: Database;
let queue: Queue;
const errors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase(database.address);
  queue = await openQueue(database.address, {
    onError: (error) => errors.push(error),
    onTaken: () => Promise.resolve(),
  });
});
afterAll(async () => {
  await queue.close();
  await db.close();
  await database.drop();
});

it('leaves room for others while one organization waits for slow receivers', async () => {
  const stuck = Promise.withResolvers<undefined>();
  const served = Promise.withResolvers<string>();
  let held = 0;
  const holding = Promise.withResolvers<undefined>();
  await queue.work(
    {
      ...NOTHING,
      'svc/webhook.deliver': async ({ organizationId, deliveryId }) => {
        if (organizationId === 'org_quick') return served.resolve(deliveryId);
        if (++held === 4) holding.resolve(undefined);
        await stuck.promise;
      },
    },
    { concurrency: 10 },
  );

  const slow = Array.from({ length: 40 }, (_, number) => delivery('org_slow', `whd_${number}`));
  await transaction(db, { organizationId: 'org_slow' }, (tx) => queue.enqueue(tx, slow));
  await holding.promise;
  const quick = [delivery('org_quick', 'whd_quick')];
  await transaction(db, { organizationId: 'org_quick' }, (tx) => queue.enqueue(tx, quick));
  expect(await served.promise).toBe('whd_quick');
  expect(held).toBe(4);

  stuck.resolve(undefined);
  await expect.poll(() => held, { timeout: 20_000 }).toBe(40);
  expect(errors).toEqual([]);
});

it('takes a job whose notice was lost once somebody asks what is due', async () => {
  const taken = Promise.withResolvers<undefined>();
  const other = await openQueue(database.address, {
    onError: (error) => errors.push(error),
    onTaken: () => Promise.resolve(),
  });
  onTestFinished(() => other.close());
  await other.work(
    { ...NOTHING, 'svc/export.started': () => Promise.resolve(taken.resolve(undefined)) },
    { concurrency: 1 },
  );
  const silent = { ...db, notices: { ...db.notices, send: () => undefined } };
  const lost: Effect = {
    name: 'svc/export.started',
    payload: { organizationId: 'org_any', exportId: 'exp_1' },
  };
  await transaction(silent, { organizationId: 'org_any' }, (tx) => other.enqueue(tx, [lost]));

  const presence = await openPresence(database.address, (error) => errors.push(error as Error));
  onTestFinished(() => presence.close());
  const waking = startDueJobs({ db, presence, clock: () => new Date(), log: openLog('silent') }, [
    'wake takers',
  ]);
  onTestFinished(() => waking.stop());
  await taken.promise;
  expect(errors).toEqual([]);
});

function delivery(organizationId: string, deliveryId: string): Effect {
  return { name: 'svc/webhook.deliver', payload: { organizationId, deliveryId, attempt: 1 } };
}
