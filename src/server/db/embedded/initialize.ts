import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { type Logins, SUPERUSER } from './passwords.ts';
import { secureStopped } from './secure.ts';
import { getErrorCode } from '#domain/error-code.ts';

/**
 * Creates the cluster's files if there are none. They are created next to their final place and moved there
 * once complete, so an interruption leaves nothing half-made. If two processes do this at the same time, one
 * of them wins.
 */
export function initialize(cluster: string, binaries: Binaries, account: Account, logins: Logins): void {
  if (hasCluster(cluster)) return;
  mkdirSync(dirname(cluster), { recursive: true });
  const draft = mkdtempSync(`${cluster}.new-`);
  try {
    account.own(draft);
    runInitdb(draft, binaries, account);
    secureStopped(draft, binaries, account, logins);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!hasCluster(cluster)) throw error;
  }
}

/** Throws if that can't be determined: a database that can't be read still exists. */
function hasCluster(cluster: string): boolean {
  try {
    if (statSync(join(cluster, 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined) return true;
    if (statSync(cluster, { throwIfNoEntry: false }) === undefined || readdirSync(cluster).length === 0)
      return false;
  } catch (error) {
    if (getErrorCode(error) !== 'EACCES') throw error;
    throw new Error(
      `the database in ${cluster} can't be read by the user ${process.getuid?.()}: start as the user it belongs to`,
    );
  }
  throw new Error(`${cluster} isn't empty and has no database: move it away, or restore a backup`);
}

function runInitdb(directory: string, { initdb }: Binaries, account: Account): void {
  const [command, args] = account.command(initdb, [
    `--pgdata=${directory}`,
    `--username=${SUPERUSER}`,
    // Nobody can log in until the passwords are set.
    '--auth=reject',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]);
  const { status, stderr, error } = spawnSync(command, args, {
    ...account.identity,
    cwd: directory,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' },
    encoding: 'utf8',
  });
  if (status === 0) return;
  const reason = error?.message ?? stderr.trim().split('\n').at(-1);
  throw new Error(`the database could not be created in ${directory}: ${reason}`);
}
