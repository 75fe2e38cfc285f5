import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';

/** The role that owns everything in an embedded server. */
export const SUPERUSER = 'countersign';

/**
 * Makes the cluster's files when there are none. They are made beside their final place and moved there when complete,
 * so that an interruption leaves nothing half-made, and of two processes that do it at once one wins.
 */
export function initialize(cluster: string, binaries: Binaries, account: Account): void {
  if (existsSync(join(cluster, 'PG_VERSION'))) return;
  mkdirSync(dirname(cluster), { recursive: true });
  const draft = mkdtempSync(`${cluster}.new-`);
  try {
    account.own(draft);
    runInitdb(draft, binaries, account);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

function runInitdb(directory: string, { initdb }: Binaries, account: Account): void {
  const [command, args] = account.command(initdb, [
    `--pgdata=${directory}`,
    `--username=${SUPERUSER}`,
    // Only the socket leads in, and its directory admits nobody else.
    '--auth=trust',
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
