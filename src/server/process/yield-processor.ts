import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { listTreeThreads } from './tree-memory.ts';

/**
 * A process with this priority gets half as much of a busy processor as others. With the lowest priority, it
 * would get hardly any, and others would wait minutes for its document or its place.
 */
const LOWER_PRIORITY = 3;

/**
 * Lowers the priority of a process that leads a session, and of its descendants, so that others run first.
 */
export function yieldProcessor(pid: number | undefined): void {
  if (pid === undefined || process.platform !== 'linux') return;
  for (const thread of listTreeThreads(pid)) {
    tryLowering(() => setPriority(thread, LOWER_PRIORITY));
    // Where sessions share the processor as groups (sched(7), autogroup), priorities only count within a
    // group.
    tryLowering(() => writeFileSync(`/proc/${thread}/autogroup`, String(LOWER_PRIORITY)));
  }
}

function tryLowering(lower: () => void): void {
  try {
    lower();
  } catch {
    // The thread has just ended, or the system has no such groups.
  }
}
