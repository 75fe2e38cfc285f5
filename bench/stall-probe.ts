// Loaded into the server's process ahead of the program, by `node --import`. Tells the process that started it, over
// their IPC channel, how long the event loop stood still between `watch` and `report`, and how much memory is used.
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 2;

/** What the probe answers to `report`: the longest stall in milliseconds, and memory in bytes. */
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
    // What stands still right now counts as well.
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
