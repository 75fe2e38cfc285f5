import { readFileSync } from 'node:fs';
import { processesOf } from './tree-memory.ts';

/** How many times its limit work may last in all, however little of a busy machine it got. */
const TIMES_PASSED = 6;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Calls `run` once `ms` milliseconds have passed, not counting those that `lostMs` says were lost since, but at the latest after six times
 * as long. `run` learns whether the work had its time. Returns how to call it off.
 */
export function afterOwnTime(
  ms: number,
  lostMs: () => number,
  run: (hadItsTime: boolean) => void,
): () => void {
  const [before, since] = [lostMs(), performance.now()];
  let timer: NodeJS.Timeout;
  const look = () => {
    const passed = performance.now() - since;
    const left = ms - (passed - (lostMs() - before));
    const leftInAll = ms * TIMES_PASSED - passed;
    if (left < 1 || leftInAll < 1) run(left < 1);
    else timer = setTimeout(look, Math.min(left, leftInAll));
  };
  timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}

/**
 * Returns how long a process and its descendants have waited for a processor, in milliseconds: the second figure of /proc/PID/schedstat
 * (Linux, scheduler statistics) of their main threads. 0 where nothing tells.
 */
export function waitedForProcessor(pid: number | undefined): number {
  if (pid === undefined || process.platform !== 'linux') return 0;
  return processesOf(pid).reduce((sum, each) => sum + waitOf(each), 0);
}

function waitOf(pid: number): number {
  try {
    const [, waited = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waited) / NANOSECONDS_PER_MS;
  } catch {
    // It has just ended, or the system keeps no such figures.
    return 0;
  }
}
