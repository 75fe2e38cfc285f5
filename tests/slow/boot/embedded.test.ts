import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { toConnectionOptions } from '#server/db/client/client.ts';
import { chooseAccount } from '#server/db/embedded/account.ts';
import { findInstalledBinaries } from '#server/db/embedded/binaries.ts';
import { type EmbeddedDatabase, startEmbedded } from '#server/db/embedded/embedded.ts';
import { isClusterServer, readLockFile } from '#server/db/embedded/lock-file.ts';
import { stopServer } from '#server/db/embedded/postmaster.ts';

const ROOT = new URL('../../..', import.meta.url);
let dataDir: string;
let started: EmbeddedDatabase[];
let children: ChildProcess[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-embedded-'));
  started = [];
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(started.map((database) => database.stop()));
  await stopServer(clusterOf(dataDir));
  rmSync(dataDir, { recursive: true, force: true });
});

describe('starting and stopping', () => {
  test('the first start makes a database that speaks UTF-8, the last stop ends the server', async () => {
    const database = await start();
    expect(database.adopted).toBe(false);
    const [row] = await ask(
      database,
      `select current_database() as name, getdatabaseencoding() as encoding, upper('ä') as upper,
              current_setting('synchronous_commit') as sync`,
    );
    expect(row).toEqual({ name: 'countersign', encoding: 'UTF8', upper: 'Ä', sync: 'on' });
    const { pid } = serverOf(dataDir);

    await database.stop();
    expect(isAlive(pid)).toBe(false);
    expect(readLockFile(clusterOf(dataDir))).toBeNull();
  });

  test('keeps data across restarts', async () => {
    const first = await start();
    await ask(first, `create table kept as select 'here' as word`);
    await first.stop();
    expect(await ask(await start(), 'select word from kept')).toEqual([{ word: 'here' }]);
  });

  test('processes share one server, and it stays until the last has left', async () => {
    const first = await start();
    const second = await start();
    expect(second.adopted).toBe(true);
    await first.stop();
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }]);
    const { pid } = serverOf(dataDir);
    await second.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('processes that make the same new database at once share it', async () => {
    const databases = await Promise.all([start(), start(), start()]);
    await ask(databases[0], 'create table shared (id int)');
    expect(await ask(databases[2], 'select * from shared')).toEqual([]);
  });

  test('a directory whose socket path would be too long gets a short one elsewhere', async () => {
    const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(60));
    const database = await start(deep);
    expect(database.address.directory.length).toBeLessThan(89);
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    const second = await start(deep);
    expect(second.adopted).toBe(true);
    await second.stop();
    await database.stop();
    rmSync(database.address.directory, { recursive: true });
  });

  test('a directory that only its owner may enter is reached all the same', async () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const database = await start(join(closed, 'data'));
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
  });

  test('programs in a directory that only its owner may enter are reached all the same', () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const installed = findInstalledBinaries();
    cpSync(dirname(dirname(installed.initdb)), join(closed, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    const initdb = join(closed, 'native/bin/initdb');
    const cluster = join(dataDir, 'cluster');
    mkdirSync(cluster);
    const account = chooseAccount([initdb]);
    account.own(cluster);
    const [program, args] = account.command(initdb, ['--pgdata', cluster, '--no-sync']);
    const { status, stderr } = spawnSync(program, args, { ...account.identity, encoding: 'utf8' });
    expect([status, stderr.includes('not found')]).toEqual([0, false]);
  });

  test('a directory that cannot be made is named in the error', async () => {
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(startEmbedded(join(file, 'data'))).rejects.toThrow(join(file, 'data'));
  });

  test('a server that cannot start says why', async () => {
    await expect(startEmbedded(dataDir, { shared_buffers: 'plenty' })).rejects.toThrow(/shared_buffers/);
  });
});

describe('recovering', () => {
  test('restarts a killed server in the same process', async () => {
    const database = await start();
    await ask(database, `create table kept as select 'here' as word`);
    const { pid } = serverOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => (readLockFile(clusterOf(dataDir))?.pid ?? pid) !== pid);
    expect(await askPatiently(database, 'select word from kept')).toEqual([{ word: 'here' }]);
  });

  test('from a killed server, with its lock file left behind', async () => {
    const child = await startElsewhere();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { pid } = serverOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await until(() => !isAlive(pid));
    expect(readLockFile(clusterOf(dataDir))?.pid).toBe(pid);

    const database = await start();
    expect(database.adopted).toBe(false);
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('from a lock file whose number belongs to another process by now', async () => {
    const first = await start();
    const lockPath = join(clusterOf(dataDir), 'postmaster.pid');
    const lock = readFileSync(lockPath, 'utf8');
    await first.stop();
    writeFileSync(lockPath, lock.replace(/^\d+/, String(process.pid)));

    const database = await start();
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(serverOf(dataDir).pid).not.toBe(process.pid);
  });

  test('from a killed parent: its server is adopted, and stopped at the end', async () => {
    const child = await startElsewhere();
    const { pid } = serverOf(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(pid)).toBe(true);

    const database = await start();
    expect(database.adopted).toBe(true);
    expect(serverOf(dataDir).pid).toBe(pid);
    await database.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('from an interrupted first start', async () => {
    mkdirSync(`${clusterOf(dataDir)}.new-abcdef`);
    const database = await start();
    expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

async function start(directory = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbedded(directory);
  started.push(database);
  return database;
}

/** Another process that starts the server and keeps it running until killed. */
async function startElsewhere(): Promise<ChildProcess> {
  const script = `import { startEmbedded } from '#server/db/embedded/embedded.ts';
    await startEmbedded(${JSON.stringify(dataDir)});
    process.stdout.write('started');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

function clusterOf(directory: string): string {
  return join(directory, 'postgres');
}

function serverOf(directory: string): { pid: number } {
  const lock = readLockFile(clusterOf(directory));
  if (lock === null || !isClusterServer(lock, clusterOf(directory))) throw new Error('no server is running');
  return lock;
}

async function ask(database: EmbeddedDatabase | undefined, query: string): Promise<postgres.Row[]> {
  if (database === undefined) throw new Error('no database');
  const sql = postgres({ ...toConnectionOptions(database.owner), max: 1, onnotice: () => undefined });
  try {
    return [...(await sql.unsafe(query))];
  } finally {
    await sql.end();
  }
}

async function askPatiently(database: EmbeddedDatabase, query: string): Promise<postgres.Row[]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask(database, query);
    } catch (error) {
      if (attempt === 100) throw error;
      await delay(50);
    }
  }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(10);
}

function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/exe`) || (process.platform !== 'linux' && canSignal(pid));
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
