import { listEndedProcesses, forgetJobs, takeOverJobs } from '#server/db/housekeeping/running-jobs.ts';
import type { Services } from '#server/runtime/services.ts';
import { startRepeating, type Repeating } from './repeat.ts';

const INTERVAL_MS = 1000;

/**
 * Takes over the jobs of processes that two checks in a row found dead. A process's idle connections end with
 * it, so this takes two to three seconds instead of the time of the queue's missed heartbeats.
 */
export function startTakingOver(services: Pick<Services, 'db' | 'presence' | 'log'>): Repeating {
  const { db, presence, log } = services;
  let suspects: readonly number[] = [];
  return startRepeating({
    run: async () => {
      await forgetJobs(db, presence.process);
      const ended = presence.isSteady() ? await listEndedProcesses(db) : [];
      const certain = ended.filter((process) => suspects.includes(process));
      suspects = ended;
      if (certain.length === 0) return;
      const jobs = await takeOverJobs(db, certain);
      log.warn({ processes: certain.length, jobs }, 'took over the jobs of processes that ended');
    },
    intervalMs: INTERVAL_MS,
    onError: (error) => log.error({ err: error }, 'jobs of ended processes could not be taken over'),
  });
}
