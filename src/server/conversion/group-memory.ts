import { readdir, readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;

/**
 * Returns the resident memory in bytes of a process group and of the sessions it started (proc_pid_stat(5));
 * 0 without /proc.
 */
export async function groupMemory(leader: number | undefined): Promise<number> {
  if (leader === undefined) return 0;
  const names = await readdir('/proc').catch(() => []);
  const stats = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return stats.map(statOf).reduce((sum, { group, bytes }) => (group === leader ? sum + bytes : sum), 0);
}

/**
 * The program's name is in parentheses and can contain anything, so fields are counted after the last one.
 */
function statOf(line: string): { group: number; bytes: number } {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2]), bytes: Number(fields[21] ?? 0) * PAGE_BYTES };
}
