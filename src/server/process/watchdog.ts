import { workerData } from 'node:worker_threads';

/**
 * Runs as a thread of its own inside an intake process, so that it also acts while a document keeps the main thread busy:
 * ends the process when it takes too much memory, or when the parent is gone (also after kill -9) and nobody waits any more.
 */
const { parentPid, memoryBytes } = workerData as { parentPid: number; memoryBytes: number };

const CHECK_EVERY_MS = 50;

setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGTERM');
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL');
}, CHECK_EVERY_MS);
