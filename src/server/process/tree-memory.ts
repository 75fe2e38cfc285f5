import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const PAGE_BYTES = 4096;

/** Returns the resident memory in bytes of a process and all its descendants; 0 if it is gone. */
export async function treeMemory(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  return process.platform === 'linux' ? sumOf(pid) : await memoryByPs(pid);
}

/** Returns the threads of a process on Linux and of all its descendants. */
export function treeOf(pid: number): number[] {
  return processesOf(pid).flatMap(threadsOf);
}

/** Returns a process on Linux and all its descendants. */
export function processesOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processesOf)];
}

/** Reads proc_pid_statm(5). */
function sumOf(pid: number): number {
  const [, resident = '0'] = textOf(`/proc/${pid}/statm`).split(' ');
  return childrenOf(pid).reduce((sum, child) => sum + sumOf(child), Number(resident) * PAGE_BYTES);
}

/** Reads proc_pid_task(5). */
function childrenOf(pid: number): number[] {
  return textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns the threads of a process on Linux. */
export function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // The process is gone.
    return [];
  }
}

/** Empty if the process is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function memoryByPs(pid: number): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    // The process is gone.
    return 0;
  }
}
