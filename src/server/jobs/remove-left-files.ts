import type { Services } from '#server/runtime/services.ts';
import { removeLeftFiles } from '#server/temporary.ts';
import { startRepeating, type Repeating } from './repeat.ts';

const INTERVAL_MS = 3_600_000;

/** Removes temporary files, including documents, that killed processes on this machine left behind. */
export function startRemovingLeftFiles({ log }: Pick<Services, 'log'>): Repeating {
  return startRepeating({
    run: async () => {
      const processes = await removeLeftFiles();
      if (processes > 0) log.info({ processes }, 'removed the temporary files of processes that were killed');
    },
    intervalMs: INTERVAL_MS,
    onError: (error) => log.warn({ err: error }, 'temporary files of killed processes could not be removed'),
  });
}
