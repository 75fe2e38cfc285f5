import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Layout } from './layout.ts';
import { isClusterServer, readLockFile } from './lock-file.ts';

/** Parameters of postgresql.conf, passed on the command line. */
export type ServerParameters = Readonly<Record<string, string>>;

/** Settings that suffice for a small machine. Committed data is on disk. */
const PARAMETERS: ServerParameters = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  io_method: 'sync',
  // A new organization can insert thousands of rows in a minute, and lists read all of them until the table's
  // statistics are updated.
  autovacuum_naptime: '10s',
  jit: 'off',
  // Parallel queries need shared memory, which small containers lack.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
};

const MAX_LOG_BYTES = 10_000_000;
const FAST_SHUTDOWN_MS = 30_000;
const IMMEDIATE_SHUTDOWN_MS = 10_000;

/** Starts the server in its own session, so that it survives Ctrl-C and the death of its parent. */
export function spawnServer(
  layout: Layout,
  { postgres }: Binaries,
  account: Account,
  overrides: ServerParameters,
): ChildProcess {
  const parameters = { ...PARAMETERS, ...overrides, unix_socket_directories: layout.sockets };
  const settings = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command, args] = account.command(postgres, ['-D', layout.cluster, ...settings]);
  const log = openLog(layout.log, account);
  try {
    const child = spawn(command, args, {
      ...account.identity,
      cwd: layout.cluster,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC' },
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * Stops a cluster's server cleanly, disconnecting clients and rolling back their transactions. If that takes
 * too long, it is stopped by force, and the next start recovers. Throws if the server survives even that.
 */
export async function stopServer(cluster: string): Promise<void> {
  const lock = readLockFile(cluster);
  if (lock === null || !isClusterServer(lock, cluster)) return;
  for (const [signal, patience] of [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
  ] as const) {
    if (!isClusterServer(lock, cluster)) return;
    process.kill(lock.pid, signal);
    const deadline = Date.now() + patience;
    while (Date.now() < deadline) {
      if (!isClusterServer(lock, cluster)) return;
      await delay(10);
    }
  }
  throw new Error(`the database (process ${lock.pid}) doesn't stop`);
}

/**
 * Returns why the server exited, according to its log, and whether waiting helps because another server is
 * still shutting down.
 */
export function readLastFailure(path: string): { reason: string; passing: boolean } {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  const reason = lines.findLast((line) => /(?:FATAL|PANIC):/.test(line)) ?? lines.at(-1) ?? '';
  return { reason, passing: /lock file|shared memory|already/.test(reason) };
}

function openLog(path: string, account: Account): number {
  const log = openSync(path, 'a', 0o600);
  if (fstatSync(log).uid === process.getuid?.()) account.own(path);
  if (statSync(path).size > MAX_LOG_BYTES) truncateSync(path);
  return log;
}
