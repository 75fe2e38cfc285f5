import { findBase64Holder, DecodedBase64 } from '#wire/base64.ts';
import { openThreadLane } from '#server/pdf/engine/thread-lane.ts';
import type { ReadLongBody } from './long-body-worker.ts';

/** Reads long JSON bodies in a thread, so that they don't block other requests. */
export type LongBodies = {
  /**
   * Returns the value of a JSON text in UTF-8, with its document as a `DecodedBase64`, and the JSON pointer of
   * the first name that an object has more than once. Returns null if the text isn't JSON. The bytes must own
   * their memory, which is transferred.
   */
  readonly read: (
    body: Uint8Array<ArrayBuffer>,
  ) => Promise<{ readonly value: unknown; readonly repeated: string | null } | null>;
  readonly close: () => Promise<void>;
};

/** Includes the time spent waiting for other bodies, each of which takes about half a second. */
const TIME_LIMIT_MS = 60_000;
const IDLE_MS = 60_000;
/** Room for the longest body as text of two bytes per character, and once more as its value. */
const HEAP_MB = 512;

/** Opens a reader. Its thread starts with the first long body. */
export function openLongBodies(): LongBodies {
  const lane = openThreadLane({
    worker: new URL('./long-body-worker.ts', import.meta.url),
    threads: 1,
    idleMs: IDLE_MS,
    timeLimitMs: TIME_LIMIT_MS,
    heapMb: HEAP_MB,
  });
  return {
    read: async (body) => {
      const read = await lane.run<ReadLongBody>('readLongBody', body, [body.buffer]);
      if (read.kind === 'malformed') return null;
      const { value, document, repeated } = read;
      const holder = document === null ? null : findBase64Holder(value);
      if (document !== null && holder !== null)
        holder.contentBase64 = new DecodedBase64(document.bytes, document.textSha256);
      return { value, repeated };
    },
    close: () => lane.close(),
  };
}
