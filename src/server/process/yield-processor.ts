import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { treeOf } from './tree-memory.ts';

const { PRIORITY_LOW } = constants.priority;

/** Lets others run before a process that leads a session, and its descendants. */
export function yieldProcessor(pid: number | undefined): void {
  if (pid === undefined || process.platform !== 'linux') return;
  for (const thread of treeOf(pid)) {
    attempt(() => setPriority(thread, PRIORITY_LOW));
    // Where sessions share the processor as groups (sched(7), autogroup), priorities only count within one.
    attempt(() => writeFileSync(`/proc/${thread}/autogroup`, String(PRIORITY_LOW)));
  }
}

function attempt(lower: () => void): void {
  try {
    lower();
  } catch {
    // It has just ended, or the system has no such groups.
  }
}
