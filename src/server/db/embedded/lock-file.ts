import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What PostgreSQL's postmaster.pid says of the process that holds a cluster, or held it when it died. */
export interface LockFile {
  readonly pid: number;
  readonly sockets: string | null;
}

/** Reads the lock file of a cluster; null when there is none or it is still being written. */
export function readLockFile(cluster: string): LockFile | null {
  const lines = lockText(cluster).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, sockets: lines[4] || null } : null;
}

/** Whether the process of a lock file is alive and really is the PostgreSQL server of that cluster. */
export function holdsCluster({ pid }: LockFile, cluster: string): boolean {
  try {
    return commandLine(pid).includes(`-D ${cluster} `);
  } catch {
    return false;
  }
}

/**
 * Removes a lock file that was left by a process that is no more. PostgreSQL does so itself unless its number has been
 * given to another process of the same account since, as it often is when a container restarts.
 */
export function clearStaleLock(cluster: string): void {
  const before = lockText(cluster);
  const lock = readLockFile(cluster);
  if (lock === null || holdsCluster(lock, cluster)) return;
  if (lockText(cluster) === before) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function lockText(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

/** Throws when there is no such process; empty for one that is dead and waits to be reaped. */
function commandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
