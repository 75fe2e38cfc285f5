// Loaded into the server's process before the program, with `node --import`. Reports to the parent process
// over IPC how long the event loop was blocked between `watch` and `report`, and how much memory is in use.
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;

/** The probe's answer to `report`: the longest stall in milliseconds, and memory in bytes. */
export interface ProbeReport {
  readonly probe: true;
  readonly longestStallMs: number;
  readonly peakRssBytes: number;
}

if (isMainThread && process.argv[1]?.endsWith('start.ts') === true) listen();

function listen(): void {
  let last = performance.now();
  let longest = 0;
  setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - TICK_MS);
    last = now;
  }, TICK_MS).unref();
  process.on('message', (message) => {
    if (message === 'watch') longest = 0;
    if (message !== 'report') return;
    // A stall in progress counts as well.
    longest = Math.max(longest, performance.now() - last - TICK_MS);
    const report: ProbeReport = {
      probe: true,
      longestStallMs: longest,
      peakRssBytes: process.resourceUsage().maxRSS * 1024,
    };
    process.send?.(report);
  });
  process.channel?.unref();
}
