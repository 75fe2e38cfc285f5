import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const PAGE_BYTES = 4096;

/** Returns the resident memory in bytes of a process and all its descendants; 0 if the process is gone. */
export async function readTreeMemory(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  return process.platform === 'linux' ? sumResident(pid) : await readMemoryByPs(pid);
}

/** Returns the threads of a process and of all its descendants on Linux. */
export function listTreeThreads(pid: number): number[] {
  return listProcesses(pid).flatMap(readThreads);
}

/** Returns a process and all its descendants on Linux. */
export function listProcesses(pid: number): number[] {
  return [pid, ...readChildren(pid).flatMap(listProcesses)];
}

/** Reads resident memory from proc_pid_statm(5). */
function sumResident(pid: number): number {
  const [, resident = '0'] = readTextOrEmpty(`/proc/${pid}/statm`).split(' ');
  return readChildren(pid).reduce((sum, child) => sum + sumResident(child), Number(resident) * PAGE_BYTES);
}

/** Reads the child processes from proc_pid_task(5). */
function readChildren(pid: number): number[] {
  return readTextOrEmpty(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** Returns the threads of a process on Linux. */
export function readThreads(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // The process is gone.
    return [];
  }
}

/** Returns an empty string if the process is gone. */
function readTextOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function readMemoryByPs(pid: number): Promise<number> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout) * 1024;
  } catch {
    // The process is gone.
    return 0;
  }
}
