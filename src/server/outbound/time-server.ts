import { performance } from 'node:perf_hooks';
import { LIMITS } from '#domain/limits.ts';
import { askTimeServer, type NtpAddress } from './ntp.ts';

/** The operator's time server (NTP). */
export type TimeServer = {
  /** Whether a time server is configured. */
  readonly configured: boolean;
  /**
   * Returns by how many milliseconds a clock is ahead of the time server; null while that isn't known. Waits
   * only for the first answer.
   */
  readonly aheadMs: (clock: () => Date) => Promise<number | null>;
  /** Whether the time server answered when it was last asked; true if none is configured. */
  readonly answers: () => boolean;
};

type Options = {
  readonly clock: () => Date;
  /** Called when the time server stops answering. It isn't called again until the server has answered. */
  readonly onFailure: (reason: string) => void;
};

const TIMEOUT_MS = 2_000;
const ASK_EVERY_MS = 15 * 60_000;
const ASK_AGAIN_MS = 60_000;

/**
 * Opens a time server, which is asked at most every fifteen minutes. In between, its time advances with the
 * machine's monotonic clock, so that a clock that jumps is noticed at once.
 */
export function openTimeServer(address: NtpAddress | null, { clock, onFailure }: Options): TimeServer {
  if (address === null)
    return { configured: false, aheadMs: () => Promise.resolve(null), answers: () => true };
  let known: { readonly time: number; readonly at: number } | null = null;
  let askedAt: number | null = null;
  let answers = true;
  let asking: Promise<void> | null = null;
  const ask = async () => {
    try {
      const aheadMs = await askTimeServer(address, { clock, timeoutMs: TIMEOUT_MS });
      known = { time: clock().getTime() - aheadMs, at: performance.now() };
      answers = true;
    } catch (error) {
      if (answers) onFailure(error instanceof Error ? error.message : String(error));
      answers = false;
    }
    askedAt = performance.now();
  };
  const askOnce = () =>
    (asking ??= ask().finally(() => {
      asking = null;
    }));
  const compare = (compared: () => Date) =>
    known === null ? null : Math.round(compared().getTime() - known.time - (performance.now() - known.at));
  return {
    configured: true,
    aheadMs: async (compared) => {
      if (askedAt === null) await askOnce();
      const passedMs = performance.now() - (askedAt ?? 0);
      if (passedMs > (answers ? ASK_EVERY_MS : ASK_AGAIN_MS)) void askOnce();
      const aheadMs = compare(compared);
      // The monotonic clock stops while a machine is suspended, so the server is asked again before a clock
      // counts as wrong.
      if (aheadMs === null || Math.abs(aheadMs) <= LIMITS.clockDifferenceMaxMs || passedMs < ASK_AGAIN_MS)
        return aheadMs;
      await askOnce();
      return compare(compared);
    },
    answers: () => answers,
  };
}
