import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DatabaseAddress } from '#server/db/client/address.ts';
import { openDatabase, requireAppRole, type Database } from '#server/db/client/client.ts';
import { readTransaction, transaction } from '#server/db/client/transaction.ts';
import { createTestDatabase, type TestDatabase } from '../support/cluster.ts';

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
  await requireAppRole(database.address);
});

it('runs as the role within its limits, in transactions, after failed ones and outside', async () => {
  const url = `postgres://localhost/${database.owner.database}?host=${encodeURIComponent(database.owner.directory)}`;
  const { user, password } = database.owner;
  const asOwner = url.replace('//', `//${user}:${encodeURIComponent(password)}@`);
  const db = openDatabase({ kind: 'url', url: asOwner }, { connections: 1 });
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

/** PgBouncer in front of the database. It ignores the role that connections ask for. */
function startPooler(directory: string, port: number): ChildProcess {
  const { owner } = database;
  const file = join(directory, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
${owner.database} = host=${owner.directory} user=${owner.user} password=${owner.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = role
`,
  );
  chmodSync(directory, 0o755);
  // It refuses to run as root, and only the server's own user may use the socket.
  const { uid } = statSync(owner.directory);
  const name = execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8' }).trim();
  const asUser = process.getuid?.() === 0 ? ['-u', name] : [];
  return spawn(POOLER, [...asUser, file], { stdio: 'ignore' });
}

const POOLER = '/usr/sbin/pgbouncer';
const hasPooler = (() => {
  try {
    execFileSync(POOLER, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.skipIf(!hasPooler)('behind a pooler that ignores the role (skipped without PgBouncer)', () => {
  let directory: string;
  let pooler: ChildProcess;
  let url: string;
  let pooled: Database;
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'pooler-'));
    const port = 20_000 + (process.pid % 20_000);
    pooler = startPooler(directory, port);
    url = `postgres://postgres@127.0.0.1:${port}/${database.address.database}`;
    pooled = open({ kind: 'url', url });
    await vi.waitFor(() => pooled.drizzle.execute(sql`select 1`), { timeout: 10_000 });
  });
  afterAll(async () => {
    pooler.kill();
    await Promise.race([new Promise((resolve) => pooler.once('exit', resolve)), delay(5_000)]);
    rmSync(directory, { recursive: true });
  });

  it('refuses to start', async () => {
    await expect(requireAppRole({ kind: 'url', url })).rejects.toThrow(/instead of countersign_app/);
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
