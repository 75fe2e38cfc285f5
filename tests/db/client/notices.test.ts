import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { notifyAfterCommit } from '#server/db/client/after-commit.ts';
import { isUnreachable } from '#server/db/client/unreachable.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { prepareQueues } from '#server/queue.ts';
import { asOwner } from '../../support/cluster.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { sendDraft } from '../../support/envelopes.ts';

const api = useApi({ alone: true, work: true });
const owner = useOwner(api);
const CHANNEL = 'countersign_test';
let listener: postgres.Sql;
const heard: string[] = [];

beforeAll(async () => {
  listener = postgres({ ...toConnectionOptions(api.services.config.database), max: 1 });
  await listener.listen(CHANNEL, (payload) => void heard.push(payload));
});
afterAll(() => listener.end());
afterEach(() => void heard.splice(0));

/** Once this arrives, everything sent before it has arrived too. */
async function all(): Promise<string[]> {
  await listener.notify(CHANNEL, 'end');
  return await api.until('the last notice', async () => heard.includes('end') && heard.slice(0, -1));
}
const notice = (payload: string) => ({ channel: CHANNEL, payload });
const scope = { organizationId: 'org_none' };

it('are sent after their transaction, once each', async () => {
  await transaction(api.services.db, scope, async (tx) => {
    for (const payload of ['one', 'one', 'two']) notifyAfterCommit(tx, notice(payload));
    expect(await all()).toEqual([]);
    heard.splice(0);
  });
  await api.until('the second', async () => heard.includes('two'));
  expect(await all()).toEqual(['one', 'two']);
});

it('are not sent for what was rolled back', async () => {
  const failing = transaction(api.services.db, scope, async (tx) => {
    notifyAfterCommit(tx, notice('never'));
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  await transaction(api.services.db, scope, async (tx) => notifyAfterCommit(tx, notice('after')));
  await api.until('the next one', async () => heard.includes('after'));
  expect(await all()).toEqual(['after']);
});

it('are sent for what may have been committed when the connection was lost', async () => {
  const cut = transaction(api.services.db, scope, async (tx) => {
    notifyAfterCommit(tx, notice('perhaps'));
    const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await owner.sql`select pg_terminate_backend(${row?.pid ?? 0})`;
    for (;;) await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toSatisfy(isUnreachable);
  await api.until('the notice', async () => heard.includes('perhaps'));
});

it('need a transaction that sends them', async () => {
  const outside = api.services.db.drizzle.transaction(async (tx) => notifyAfterCommit(tx, notice('never')));
  await expect(outside).rejects.toThrow('no notices are sent after this transaction');
});

it('of jobs go where the queue listens, which sends none within transactions, also after an upgrade', async () => {
  await owner.sql`update pgboss.queue set notify = true`;
  await prepareQueues(asOwner(api.services.config.database));
  expect(await owner.sql`select name from pgboss.queue where notify`).toEqual([{ name: 'svc/dead-letters' }]);
  const [listening] = await owner.sql<{ query: string }[]>`select query from pg_stat_activity
    where query ilike 'listen%pgboss%' and datname = current_database()`;
  const channel = /pgboss_\w+/.exec(listening?.query ?? '')?.[0];
  const jobs: string[] = [];
  await listener.listen(channel ?? '', (payload) => void jobs.push(payload));
  const { apiKey } = await api.tenant();
  await sendDraft(api, apiKey);
  await api.until('a job', async () => jobs.includes('svc/envelope.sent'));
});
