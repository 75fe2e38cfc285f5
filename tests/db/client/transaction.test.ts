import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase, type Database, type Transaction } from '#server/db/client/client.ts';
import { isUnreachable } from '#server/db/client/unreachable.ts';
import { transaction, transactionOnce, readTransaction } from '#server/db/client/transaction.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';

const api = useApi();
const owner = useOwner(api);

it('that only reads sees one snapshot, and others can write', async () => {
  const { organizationId } = await api.tenant();
  const manner = async (tx: Transaction) => {
    const [row] = await tx.execute(sql`select current_setting('transaction_isolation') as isolation,
      current_setting('transaction_read_only') as read_only, current_setting('app.organization_id', true) as organization`);
    return row;
  };
  expect(await readTransaction(api.services.db, { organizationId }, manner)).toEqual({
    isolation: 'repeatable read',
    read_only: 'on',
    organization: organizationId,
  });
  expect(await transaction(api.services.db, { organizationId }, manner)).toEqual({
    isolation: 'read committed',
    read_only: 'off',
    organization: organizationId,
  });
  const rename = (tx: Transaction) => tx.execute(sql`update organizations set name = 'Other' returning name`);
  await expect(readTransaction(api.services.db, { organizationId }, rename)).rejects.toMatchObject({
    cause: { code: '25006' },
  });
  expect(await transaction(api.services.db, { organizationId }, rename)).toEqual([{ name: 'Other' }]);
});

it('ends connections that nobody has needed for a while, and opens new ones', async () => {
  const { organizationId } = await api.tenant();
  const db = openDatabase(api.services.config.database, { connections: 3, idleMs: 100 });
  onTestFinished(() => db.close());
  const together = Promise.withResolvers<undefined>();
  let begun = 0;
  const processes = await Promise.all(
    Array.from({ length: 3 }, () =>
      transaction(db, { organizationId }, async (tx) => {
        const [row] = await tx.execute(sql`select pg_backend_pid() as pid`);
        begun += 1;
        if (begun === 3) together.resolve(undefined);
        await together.promise;
        return Number(row?.['pid']);
      }),
    ),
  );
  expect(new Set(processes).size).toBe(3);
  expect(db.pool().idle).toBeGreaterThanOrEqual(3);
  await api.until('the end of their sessions', async () => {
    const [row] =
      await owner.sql`select count(*) as open from pg_stat_activity where pid in ${owner.sql(processes)}`;
    return row?.['open'] === '0' ? true : undefined;
  });
  expect(db.pool()).toEqual({ busy: 0, idle: 0, waiting: 0 });
  const one = await transaction(db, { organizationId }, (tx) => tx.execute(sql`select 1 as one`));
  expect(one).toEqual([{ one: 1 }]);
});

it.each([
  ['reads', readTransaction],
  ['writes', transaction],
])('that %s and loses its connection sends nothing outside of it, and others go on', async (_, inside) => {
  const { organizationId } = await api.tenant();
  const scope = { organizationId };
  const cut = (pid: unknown) => owner.sql`select pg_terminate_backend(${Number(pid)})`;
  const backend = async (tx: Transaction) =>
    (await tx.execute(sql`select pg_backend_pid() as pid`))[0]?.['pid'];
  await expect(
    inside(api.services.db, scope, async (tx) => {
      await cut(await backend(tx));
      for (;;) await tx.execute(sql`select 1`);
    }),
  ).rejects.toSatisfy(isUnreachable);
  expect(await inside(api.services.db, scope, async (tx) => await tx.execute(sql`select 1 as one`))).toEqual([
    { one: 1 },
  ]);
});

it('that only reads is ended along with the beginning of the next one, or a moment later', async () => {
  const { organizationId } = await api.tenant();
  const { database } = api.services.config;
  if (database.kind !== 'socket') throw new Error('the tests use a server of their own');
  const directory = mkdtempSync(join(tmpdir(), 'relay-'));
  let parts = 0;
  const relay = createServer((client) => {
    const server = connect(join(database.directory, '.s.PGSQL.5432'));
    client.on('data', () => (parts += 1)).pipe(server);
    server.pipe(client);
  }).listen(join(directory, '.s.PGSQL.5432'));
  const db = openDatabase({ ...database, directory }, { connections: 1 });
  const read = () =>
    readTransaction(db, { organizationId }, async (tx) => {
      const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      return Number(row?.pid);
    });
  const process = await read();
  await read();
  parts = 0;
  for (let count = 0; count < 100; count += 1) await read();
  // A busy machine sometimes takes longer than the moment.
  expect(parts).toBeLessThan(150);
  await api.until('the last one ends', async () => {
    const [found] = await owner.sql`select 1 from pg_stat_activity where pid = ${process} and state = 'idle'`;
    return found;
  });
  await db.close();
  relay.close();
  rmSync(directory, { recursive: true });
});

it('that loses its connection sends no remaining statements', async () => {
  const { organizationId } = await api.tenant();
  const { db } = api.services;
  const counted = () => db.drizzle.execute(sql`select 1 as found from rate_counts where key = 'lost'`);
  await expect(
    transaction(db, { organizationId }, async (tx) => {
      const [row] = await tx.execute(sql`select pg_backend_pid() as pid`);
      const cut = async () => {
        await api.until('it sleeps', async () => {
          const [found] = await owner.sql`
            select 1 from pg_stat_activity where pid = ${Number(row?.['pid'])} and wait_event = 'PgSleep'`;
          return found;
        });
        await owner.sql`select pg_terminate_backend(${Number(row?.['pid'])})`;
      };
      await Promise.all([
        tx.execute(sql`select pg_sleep(${30}::int)`),
        tx.execute(sql`insert into rate_counts (key, count, ends_at) values (${'lost'}, ${1}, now())`),
        cut(),
      ]);
    }),
  ).rejects.toSatisfy(isUnreachable);
  for (let round = 0; round < 20; round += 1)
    await transaction(db, { organizationId }, (tx) => tx.execute(sql`select ${round}::int`));
  expect(await counted()).toEqual([]);
});

it('accepts no statement once it has ended, and reports failed ones', async () => {
  const { organizationId } = await api.tenant();
  const { db } = api.services;
  let kept: Transaction | null = null;
  await transaction(db, { organizationId }, (tx) => Promise.resolve((kept = tx)));
  const late = async () => await (kept as Transaction | null)?.execute(sql`select 1`);
  await expect(late()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('after the end') },
  });

  const rename = async (tx: Transaction) => {
    await tx.execute(sql`update organizations set name = 'Lost'`);
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
  };
  await expect(transaction(db, { organizationId }, rename)).rejects.toMatchObject({ code: '22012' });
  const name = await transaction(db, { organizationId }, (tx) =>
    tx.execute(sql`select name from organizations`),
  );
  expect(name).not.toEqual([{ name: 'Lost' }]);
});

it('keeps to its own scope beside many others on few connections', async () => {
  const scopes = Array.from({ length: 60 }, (_, index) => ({ organizationId: `org_${index}` }));
  const seen = (tx: Transaction) =>
    tx.execute(sql`select current_setting('app.organization_id') as organization`);
  await Promise.all(
    scopes.map(async (scope, index) => {
      const inside = index % 2 === 0 ? transaction : readTransaction;
      const twice = await inside(api.services.db, scope, async (tx) => [
        ...(await seen(tx)),
        ...(await seen(tx)),
      ]);
      expect(twice).toEqual([{ organization: scope.organizationId }, { organization: scope.organizationId }]);
    }),
  );
  expect(
    await api.services.db.drizzle.execute(sql`select current_setting('app.organization_id', true) as none`),
  ).toEqual([{ none: null }]);
});

describe('the database gives a transaction up', () => {
  const short = { statement: 1_500, lock: 300, idle: 300 };
  let db: Database;
  let scope: { readonly organizationId: string };
  beforeAll(async () => {
    db = openDatabase(api.services.config.database, { connections: 2, patience: short });
    const { organizationId } = await api.tenant();
    scope = { organizationId };
  });
  afterAll(() => db.close());

  const rename = (tx: Transaction) => tx.execute(sql`update organizations set name = 'Renamed' returning id`);

  it.each<[string, string, (tx: Transaction) => Promise<unknown>]>([
    ['a statement that takes too long', '57014', (tx) => tx.execute(sql`select pg_sleep(30)`)],
    [
      'one that waits too long for a lock',
      '55P03',
      (tx) => transaction(api.services.db, scope, (other) => rename(other).then(() => rename(tx))),
    ],
  ])('after %s', async (_, code, work) => {
    const given = transaction(db, scope, work);
    await expect(given).rejects.toMatchObject({ cause: { code } });
    await expect(given).rejects.toSatisfy((error) => toRefusal(error)?.code === 'unavailable');
    expect(await transaction(db, scope, rename)).toEqual([{ id: scope.organizationId }]);
  });

  it('whose program says nothing any more, so that it holds no locks', async () => {
    const silent = transaction(db, scope, async (tx) => {
      await rename(tx);
      await transaction(api.services.db, scope, rename);
      await rename(tx);
    });
    await expect(silent).rejects.toSatisfy((error) => toRefusal(error)?.code === 'unavailable');
    expect(await transaction(db, scope, rename)).toEqual([{ id: scope.organizationId }]);
  });

  /** Two transactions that lock the same two things in opposite order. */
  const crossed = async (begin: typeof transaction) => {
    const other = await api.tenant();
    const lock = (tx: Transaction, id: string) =>
      tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 7))`);
    const both = [scope.organizationId, other.organizationId] as const;
    const meet = Promise.withResolvers<undefined>();
    let runs = 0;
    const cross = (first: string, second: string) =>
      begin(api.services.db, scope, async (tx) => {
        await lock(tx, first);
        if ((runs += 1) === 2) meet.resolve(undefined);
        await meet.promise;
        await lock(tx, second);
      });
    const ends = await Promise.allSettled([cross(both[0], both[1]), cross(both[1], both[0])]);
    return { failed: ends.filter((end) => end.status === 'rejected'), runs };
  };

  it('that waits for another one, which waits for it, and runs it again', async () => {
    const { failed, runs } = await crossed(transaction);
    expect(failed).toEqual([]);
    expect(runs).toBe(3);
    const text = await api.services.metrics.render([]);
    expect(Number(/^countersign_database_conflicts_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
  });

  it('but never runs again what does something outside of it', async () => {
    const { failed, runs } = await crossed(transactionOnce);
    expect(failed).toHaveLength(1);
    expect(runs).toBe(2);
    expect(failed[0]?.reason).toMatchObject({ cause: { code: '40P01' } });
    expect(toRefusal(failed[0]?.reason)?.code).toBe('unavailable');
  });

  it('again and again, which ends after three times', async () => {
    let runs = 0;
    const conflict = Object.assign(new Error('could not serialize access'), { code: '40001' });
    const given = transaction(db, scope, () => {
      runs += 1;
      return Promise.reject(conflict);
    });
    await expect(given).rejects.toBe(conflict);
    expect(runs).toBe(4);
  });
});
