import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The process that holds a cluster, or held it when it crashed, according to PostgreSQL's postmaster.pid. */
export interface LockFile {
  readonly pid: number;
  readonly sockets: string | null;
}

/** Reads a cluster's lock file. Returns null if there is none or it is incomplete. */
export function readLockFile(cluster: string): LockFile | null {
  const lines = lockText(cluster).split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, sockets: lines[4] || null } : null;
}

/** Checks whether a lock file's process is running and is the cluster's PostgreSQL server. */
export function isClusterServer({ pid }: LockFile, cluster: string): boolean {
  try {
    return readCommandLine(pid).includes(`-D ${cluster} `);
  } catch {
    return false;
  }
}

/**
 * Removes the lock file of a process that is gone. PostgreSQL does so itself, unless another process of the
 * same account now has that process number, which is common when a container restarts.
 */
export function clearStaleLock(cluster: string): void {
  const before = lockText(cluster);
  const lock = readLockFile(cluster);
  if (lock === null || isClusterServer(lock, cluster)) return;
  if (lockText(cluster) === before) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function lockText(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch {
    return '';
  }
}

/** Returns a process's command line, which is empty for a zombie. Throws if there is no such process. */
function readCommandLine(pid: number): string {
  if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}
