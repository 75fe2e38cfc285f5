import { pause } from '#ui/signer/check-until.ts';
import { readServerTime } from '#ui/signer/server-clock.ts';

/** Long enough not to wake the device often. Clocks that are set meanwhile are noticed this soon. */
const LONGEST_PAUSE_S = 3600;

/** So that a deadline that the server doesn't see as passed yet isn't asked about all the time. */
const SHORTEST_PAUSE_S = 5;

/**
 * Runs `meet` once the deadline has passed by the server's clock, and again until it returns true or `signal` aborts.
 * Waits while the page is hidden.
 */
export async function watchDeadline(
  deadline: number,
  meet: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const left = deadline - readServerTime();
    if (left <= 0 && (await meet())) return;
    await pause(Math.min(Math.max(left / 1000, SHORTEST_PAUSE_S), LONGEST_PAUSE_S), signal);
  }
}
