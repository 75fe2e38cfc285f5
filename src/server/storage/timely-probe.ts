import type { StorageDriver, StorageRoom } from './driver.ts';

/** A storage that takes longer than this can't be used for documents either. */
const PROBE_MS = 5_000;

/**
 * Fails a probe that hangs, for example because a network drive's server is gone. Callers share a probe that
 * is already running, because each probe occupies a thread that all other disk access needs.
 */
export function withProbeTimeout(storage: StorageDriver, timeoutMs = PROBE_MS): StorageDriver {
  let running: Promise<StorageRoom | null> | null = null;
  return {
    ...storage,
    probe: async () => {
      running ??= storage.probe().finally(() => (running = null));
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(
        () => late.reject(new Error(`the storage isn't writable: no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
      try {
        return await Promise.race([running, late.promise]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
