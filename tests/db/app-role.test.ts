import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { openDatabase, requireUsableDatabase, type Database } from '#server/db/client/client.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';
import { hasPooler, startPooler, toOwnerUrl } from '../support/pooler.ts';

let database: TestDatabase;
const opened: Database[] = [];
const open = (address: DatabaseAddress) => {
  const db = openDatabase(address, { connections: 2 });
  opened.push(db);
  return db;
};
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all(opened.map((db) => db.close()));
  await database.drop();
});

const ROLE = sql<{ role: string }>`select current_user as role`;

it('accepts a database that runs statements as the role of the program', async () => {
  await requireUsableDatabase(database.address);
});

it('runs as the role within its limits, in transactions, after failed ones and outside', async () => {
  const db = openDatabase({ kind: 'url', url: toOwnerUrl(database) }, { connections: 1 });
  opened.push(db);
  const settings = sql`select current_user as role, current_setting('statement_timeout') as statement,
    current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`;
  const expected = [{ role: 'countersign_app', statement: '1min', lock: '30s', idle: '10min' }];
  const scope = { organizationId: 'org_x' };
  const failing = transaction(db, scope, (tx) => tx.execute(sql`select 1 / 0`));
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  for (const run of [transaction, readTransaction])
    expect(await run(db, scope, (tx) => tx.execute(settings))).toEqual(expected);
  expect(await db.drizzle.execute(settings)).toEqual(expected);
});

it('logs in to the embedded database as a role that can become no other', async () => {
  const { drizzle } = open(database.address);
  const [row] = await drizzle.execute(sql`
    select session_user as "session", current_user as "current", rolsuper or rolbypassrls or rolcreaterole as "above"
    from pg_roles where rolname = session_user`);
  expect(row).toEqual({ session: 'countersign_app', current: 'countersign_app', above: false });
  await expect(drizzle.execute(sql.raw(`set role ${database.owner.user}`))).rejects.toMatchObject({
    cause: { code: '42501' },
  });
});

describe.skipIf(!hasPooler)('behind a pooler (skipped without PgBouncer)', () => {
  let pooler: Awaited<ReturnType<typeof startPooler>>;
  let url: string;
  let direct: string;
  let pooled: Database;
  beforeAll(async () => {
    pooler = await startPooler(database, { mode: 'transaction', size: 2 });
    url = pooler.url;
    direct = toOwnerUrl(database);
    pooled = openDatabase({ kind: 'url', url }, { connections: 5 });
    opened.push(pooled);
    await vi.waitFor(() => pooled.drizzle.execute(sql`select 1`), { timeout: 10_000 });
  });
  afterAll(() => pooler.stop());

  it('refuses to start without an address that leads to PostgreSQL itself, and to the same database', async () => {
    await expect(requireUsableDatabase({ kind: 'url', url })).rejects.toThrow(
      'DATABASE_URL leads to a pooler. Set DATABASE_MIGRATION_URL',
    );
    await expect(requireUsableDatabase({ kind: 'url', url, direct: url })).rejects.toThrow(
      'DATABASE_MIGRATION_URL leads to a pooler',
    );
    const other = direct.replace(/\/[^/]*\?/, '/postgres?');
    await expect(requireUsableDatabase({ kind: 'url', url, direct: other })).rejects.toThrow(
      'DATABASE_MIGRATION_URL leads to another database than DATABASE_URL.',
    );
    await requireUsableDatabase({ kind: 'url', url, direct });
  });

  it('sends the same statement again on whichever connection serves it', async () => {
    const ask = (value: number) =>
      transaction(pooled, null, (tx) => tx.execute(sql`select ${value}::int as value, pg_sleep(0.05)`));
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(ask));
      expect(answers.map(([row]) => row?.['value'])).toEqual([1, 2, 3, 4, 5]);
    }
  });

  it('runs no statement as the owner of the tables, also outside of transactions', async () => {
    expect(await pooled.drizzle.execute(ROLE)).toEqual([{ role: 'countersign_app' }]);
    const [first] = await pooled.drizzle
      .select({ role: sql<string>`current_user` })
      .from(sql`(select 1) as one`);
    expect(first).toEqual({ role: 'countersign_app' });
  });

  it('still runs every transaction as the role, within its organization', async () => {
    for (const run of [transaction, readTransaction]) {
      const [row] = await run(pooled, { organizationId: 'org_x' }, (tx) => tx.execute(ROLE));
      expect(row).toEqual({ role: 'countersign_app' });
    }
  });
});
