import { spawnSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import postgres from 'postgres';

import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { clearStaleLock, isClusterServer, readLockFile } from './lock-file.ts';
import { formatAccessRules, buildLoginStatements, type Logins } from './passwords.ts';
import { getErrorCode } from '#domain/error-code.ts';

const RULES = 'pg_hba.conf';
const POLL_MS = 100;
/** Gives another process that is doing the same about ten seconds. */
const ATTEMPTS = 100;

/**
 * Makes sure that only the program's role and the superuser can log in, with the current passwords. Data
 * directories of earlier versions let in everyone who could reach the socket. Throws if that can't be
 * changed.
 */
export async function secure(
  layout: Layout,
  binaries: Binaries,
  account: Account,
  logins: Logins,
): Promise<void> {
  for (let attempt = 1; !isSecure(layout.cluster, logins); attempt++) {
    try {
      const lock = readLockFile(layout.cluster);
      if (lock !== null && isClusterServer(lock, layout.cluster)) {
        await secureRunning({ ...layout, sockets: lock.sockets ?? layout.sockets }, account, logins);
      } else {
        clearStaleLock(layout.cluster);
        secureStopped(layout.cluster, binaries, account, logins);
      }
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await delay(POLL_MS);
    }
  }
  readRulesAgain(layout.cluster);
}

/**
 * Makes a running server reload its access rules. The process that wrote them may have died before doing
 * this.
 */
function readRulesAgain(cluster: string): void {
  const lock = readLockFile(cluster);
  if (lock === null || !isClusterServer(lock, cluster)) return;
  try {
    process.kill(lock.pid, 'SIGHUP');
  } catch (error) {
    // The server has ended meanwhile. It reads the rules when it starts.
    if (getErrorCode(error) !== 'ESRCH') throw error;
  }
}

/** Sets the passwords in a cluster whose server isn't running. Throws if a server is using the cluster. */
export function secureStopped(cluster: string, binaries: Binaries, account: Account, logins: Logins): void {
  const [command, args] = account.command(binaries.postgres, [
    '--single',
    ...['-D', cluster, '-c', 'exit_on_error=on', '-c', 'io_method=sync', '-c', 'log_min_messages=fatal'],
    'postgres',
  ]);
  const { status, stderr, error } = spawnSync(command, args, {
    ...account.identity,
    cwd: cluster,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' },
    input: buildLoginStatements(logins)
      .map((statement) => `${statement}\n`)
      .join(''),
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`the passwords of the database in ${cluster} can't be set: ${error?.message ?? stderr}`);
  writeRules(cluster, account, logins);
}

/** Sets the passwords on a server that an earlier version left running, which lets the superuser in. */
async function secureRunning(layout: Layout, account: Account, logins: Logins): Promise<void> {
  const { user, password } = logins.owner;
  const sql = postgres({
    ...{ host: layout.sockets, port: 5432, username: user, password, database: 'postgres' },
    ...{ max: 1, fetch_types: false, onnotice: () => undefined },
  });
  try {
    for (const statement of buildLoginStatements(logins)) await sql.unsafe(statement);
    writeRules(layout.cluster, account, logins);
    await sql`select pg_reload_conf()`;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function isSecure(cluster: string, logins: Logins): boolean {
  return readFileSync(join(cluster, RULES), 'utf8') === formatAccessRules(logins);
}

function writeRules(cluster: string, account: Account, logins: Logins): void {
  const path = join(cluster, RULES);
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, formatAccessRules(logins), { mode: 0o600, flush: true });
  account.own(draft);
  renameSync(draft, path);
}
