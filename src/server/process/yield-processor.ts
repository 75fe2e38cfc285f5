import { writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { listTreeThreads } from './tree-memory.ts';

/**
 * Half as much of a busy processor as others get. At the lowest priority, it would hardly get any, and whoever waits for its document or
 * for its place would wait for minutes.
 */
const LOWER_PRIORITY = 3;

/** Lets others run before a process that leads a session, and its descendants. */
export function yieldProcessor(pid: number | undefined): void {
  if (pid === undefined || process.platform !== 'linux') return;
  for (const thread of listTreeThreads(pid)) {
    tryLowering(() => setPriority(thread, LOWER_PRIORITY));
    // Where sessions share the processor as groups (sched(7), autogroup), priorities only count within one.
    tryLowering(() => writeFileSync(`/proc/${thread}/autogroup`, String(LOWER_PRIORITY)));
  }
}

function tryLowering(lower: () => void): void {
  try {
    lower();
  } catch {
    // It has just ended, or the system has no such groups.
  }
}
