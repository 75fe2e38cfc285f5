import { readFileSync } from 'node:fs';
import { readThreads, listProcesses } from './tree-memory.ts';

/** Work may last at most this many times its limit in total, however little of a busy machine it got. */
const TIMES_PASSED = 30;
const NANOSECONDS_PER_MS = 1e6;

/**
 * Calls `run` once `ms` milliseconds have passed, not counting those that were lost since according to
 * `lostMs`, but at the latest after `timesPassed` times as long. `run` learns whether the work had its full
 * time. Returns a function that cancels the call.
 */
export function runAfterOwnTime(
  ms: number,
  lostMs: () => number,
  run: (hadItsTime: boolean) => void,
  timesPassed = TIMES_PASSED,
): () => void {
  const [before, since] = [lostMs(), performance.now()];
  let timer: NodeJS.Timeout;
  const look = () => {
    const passed = performance.now() - since;
    const left = ms - (passed - (lostMs() - before));
    const leftInAll = ms * timesPassed - passed;
    if (left < 1 || leftInAll < 1) run(left < 1);
    else timer = setTimeout(look, Math.min(left, leftInAll));
  };
  timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}

/**
 * Returns a function that tells how many milliseconds a process and its descendants have waited for a
 * processor since this call. It takes the thread that waited longest, and reads the second number of its
 * /proc/PID/task/TID/schedstat (Linux, scheduler statistics). It returns 0 on systems that don't provide
 * this.
 */
export function watchWaiting(pid: number | undefined): () => number {
  return pid === undefined ? () => 0 : watchThreads(() => listProcesses(pid));
}

/** Like `watchWaiting`, but for the threads of this process, without its descendants. */
export function watchOwnWaiting(): () => number {
  return watchThreads(() => [process.pid]);
}

function watchThreads(list: () => readonly number[]): () => number {
  if (process.platform !== 'linux') return () => 0;
  const readWaits = () =>
    new Map(
      list().flatMap((pid) =>
        readThreads(pid).map((thread) => [thread, readThreadWait(pid, thread)] as const),
      ),
    );
  const before = readWaits();
  let longest = 0;
  return () => {
    for (const [thread, waited] of readWaits())
      longest = Math.max(longest, waited - (before.get(thread) ?? 0));
    return longest;
  };
}

function readThreadWait(pid: number, thread: number): number {
  try {
    const [, waited = '0'] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ');
    return Number(waited) / NANOSECONDS_PER_MS;
  } catch {
    // The thread has just ended, or the system doesn't keep these statistics.
    return 0;
  }
}
