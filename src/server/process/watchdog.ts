import { workerData } from 'node:worker_threads';

/**
 * Runs in a thread of its own, so that it also acts while a document blocks the main thread. Ends the process
 * when it uses too much memory or its parent is gone, even after kill -9.
 */
const { parentPid, memoryBytes } = workerData as { parentPid: number; memoryBytes: number };

const CHECK_EVERY_MS = 50;

setInterval(() => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGTERM');
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL');
}, CHECK_EVERY_MS);
