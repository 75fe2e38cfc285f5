import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const PAGE_BYTES = 4096;

/** Returns the resident memory in bytes of a process and all its descendants; 0 if it is gone. */
export async function treeMemory(pid: number | undefined): Promise<number> {
  if (pid === undefined) return 0;
  return process.platform === 'linux' ? sumOf(pid) : await memoryByPs(pid);
}

/** Reads proc_pid_statm(5) and proc_pid_task(5). */
function sumOf(pid: number): number {
  const [, resident = '0'] = textOf(`/proc/${pid}/statm`).split(' ');
  const children = textOf(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + sumOf(Number(child)), Number(resident) * PAGE_BYTES);
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
