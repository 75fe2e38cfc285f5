import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { toConnectionOptions } from '#server/db/client/client.ts';
import { chooseAccount } from '#server/db/embedded/account.ts';
import { findInstalledBinaries } from '#server/db/embedded/binaries.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { createLayout, makeSocketDirectory } from '#server/db/embedded/layout.ts';
import { formatAccessRules, readLogins, buildLoginStatements } from '#server/db/embedded/passwords.ts';
import { spawnServer, stopServer } from '#server/db/embedded/postmaster.ts';
import { getErrorCode } from '#domain/error-code.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const PASSWORDS = ['database-password', 'database-owner-password'];

let dataDir: string;
let started: EmbeddedDatabase[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-logins-'));
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((database) => database.stop()));
  await stopServer(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
});

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(dataDir);
  started.push(database);
  return database;
}

/** Logs in. Returns the resulting user, or the error's code. */
async function logIn(
  { address }: Pick<EmbeddedDatabase, 'address'>,
  user: string,
  password: string,
): Promise<string | undefined> {
  const sql = postgres({
    ...toConnectionOptions({ ...address, user, password }),
    max: 1,
    database: 'postgres',
  });
  try {
    const [row] = await sql<{ user: string }[]>`select session_user as "user"`;
    return row?.user;
  } catch (error) {
    return getErrorCode(error) ?? String(error);
  } finally {
    await sql.end();
  }
}

async function expectLogins(database: EmbeddedDatabase): Promise<void> {
  const { address, owner } = database;
  for (const { user, password } of [address, owner]) {
    expect(await logIn(database, user, password)).toBe(user);
    expect(await logIn(database, user, 'guess')).toBe('28P01');
    expect(await logIn(database, user, '')).not.toBe(user);
  }
  expect(await logIn(database, address.user, owner.password)).toBe('28P01');
  expect(readFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'utf8')).not.toMatch(/trust|peer/);
}

/** Creates a cluster the way earlier versions did, which let in everyone who could reach the socket. */
function makeTrusting(): void {
  const binaries = findInstalledBinaries();
  const cluster = join(dataDir, 'postgres');
  mkdirSync(cluster);
  const account = chooseAccount([dataDir, binaries.initdb], isRoot ? { uid: NOBODY, gid: NOBODY } : null);
  account.own(cluster);
  const [program, args] = account.command(binaries.initdb, [
    ...['--pgdata', cluster, '--username=countersign', '--auth=trust', '--no-sync', '--encoding=UTF8'],
    '--locale=C',
  ]);
  const { status, stderr } = spawnSync(program, args, {
    ...account.identity,
    cwd: cluster,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const role = ['--single', '-D', cluster, '-c', 'exit_on_error=on', 'postgres'];
  const [server, options] = account.command(binaries.postgres, role);
  const input = 'create role countersign_app nologin\n';
  const made = spawnSync(server, options, { ...account.identity, cwd: cluster, input, encoding: 'utf8' });
  expect([made.status, made.stderr]).toEqual([0, expect.any(String)]);
}

describe('logging in', () => {
  test('needs the password of the role, which only we can read', async () => {
    const database = await start();
    await expectLogins(database);
    for (const name of PASSWORDS) {
      const { mode, uid } = statSync(join(dataDir, name));
      expect([mode & 0o777, uid]).toEqual([0o600, process.getuid?.()]);
    }
  });

  test('makes the program a role without power over the server', async () => {
    const { address } = await start();
    const sql = postgres({ ...toConnectionOptions(address), max: 1 });
    const [row] = await sql`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = session_user`;
    expect(row).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    await expect(sql`select pg_read_file('/etc/hostname')`).rejects.toThrow('permission denied');
    await expect(sql`create table mine (id int)`).rejects.toThrow('permission denied');
    await sql.end();
  });

  test.skipIf(!isRoot)('is beyond other processes of the account nobody (only as root)', async () => {
    const { address } = await start();
    const script = `
      import postgres from 'postgres';
      const sql = postgres({ host: ${JSON.stringify(address.directory)}, username: 'countersign', database: 'postgres' });
      console.log(await sql\`select current_user\`.then(() => 'in', (error) => error.code));
      await sql.end();`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: new URL('../../..', import.meta.url),
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^(EACCES|28P01|28000)\n$/);
  });
});

describe('a directory of an earlier version', () => {
  test('is brought over at the start', async () => {
    makeTrusting();
    await expectLogins(await start());
    if (isRoot) expect(statSync(join(dataDir, 'postgres/base')).uid).toBe(chooseAccount([dataDir]).uid);
  });

  test('is brought over while its server runs', async () => {
    makeTrusting();
    const layout = createLayout(dataDir);
    const binaries = findInstalledBinaries();
    const account = chooseAccount([dataDir, binaries.postgres], isRoot ? { uid: NOBODY, gid: NOBODY } : null);
    makeSocketDirectory(layout.sockets, account);
    const server = spawnServer(layout, binaries, account, {});
    await expect.poll(() => reaches(layout.sockets), { timeout: 20_000 }).toBe(true);
    const database = await start();
    expect(database.adopted).toBe(true);
    await expect.poll(() => logIn(database, 'countersign', ''), { timeout: 20_000 }).not.toBe('countersign');
    await expectLogins(database);
    expect(server.exitCode).toBeNull();
  });

  test('is brought over although a process died before its server had read the new rules', async () => {
    makeTrusting();
    const layout = createLayout(dataDir);
    const binaries = findInstalledBinaries();
    const account = chooseAccount([dataDir, binaries.postgres], isRoot ? { uid: NOBODY, gid: NOBODY } : null);
    makeSocketDirectory(layout.sockets, account);
    const server = spawnServer(layout, binaries, account, {});
    await expect.poll(() => reaches(layout.sockets), { timeout: 20_000 }).toBe(true);
    // What such a process leaves behind: the passwords are set, and the file has the rules.
    const logins = readLogins(dataDir);
    const sql = postgres({ host: layout.sockets, username: 'countersign', database: 'postgres', max: 1 });
    for (const statement of buildLoginStatements(logins)) await sql.unsafe(statement);
    await sql.end();
    writeFileSync(join(layout.cluster, 'pg_hba.conf'), formatAccessRules(logins));
    const database = await start();
    expect(database.adopted).toBe(true);
    await expect.poll(() => logIn(database, 'countersign', ''), { timeout: 20_000 }).not.toBe('countersign');
    await expectLogins(database);
    expect(server.exitCode).toBeNull();
  });

  test('gets new passwords if the files are lost', async () => {
    const first = await start();
    await first.stop();
    for (const name of PASSWORDS) rmSync(join(dataDir, name));
    const second = await start();
    expect(second.address.password).not.toBe(first.address.password);
    await expectLogins(second);
  });

  test('is shared by processes that start on it at once', async () => {
    makeTrusting();
    const databases = await Promise.all([start(), start(), start()]);
    for (const database of databases)
      expect(await logIn(database, database.address.user, database.address.password)).toBe('countersign_app');
  });
});

async function reaches(host: string): Promise<boolean> {
  const sql = postgres({ host, username: 'countersign', database: 'postgres', max: 1 });
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}
