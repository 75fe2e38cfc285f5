import type { StorageDriver, StorageRoom } from './driver.ts';

/** A storage that takes longer can't be used for documents either. */
const PROBE_MS = 5_000;

/**
 * Fails a probe that hangs, as on a network drive whose server is gone. Whoever asks meanwhile shares the hanging one: each
 * occupies a thread that everything else on disk needs.
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
