import { openLogKeeper } from '#server/log/keep.ts';
import { isTimeWrong } from '#server/envelopes/right-time.ts';
import type { Services } from '#server/runtime/services.ts';
import { startRepeating, type Repeating } from './repeat.ts';

const INTERVAL_MS = 10_000;

/**
 * Keeps the log repeatedly until it is stopped. Checkpoints contain a time, so they wait while the time is
 * known to be wrong.
 */
export function startKeepingLog(services: Services): Repeating {
  const keeper = openLogKeeper(services);
  return startRepeating({
    run: async (isStopping) => {
      if (!(await isTimeWrong(services))) await keeper.round({ isStopping });
    },
    intervalMs: INTERVAL_MS,
    onError: (error) => services.log.error({ err: error }, 'keeping the log failed'),
  });
}
