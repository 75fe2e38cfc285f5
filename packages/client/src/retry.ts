import type { CountersignError } from './error.ts';

/** A longer wait is the caller's to decide on. */
const LONGEST_WAIT_SECONDS = 60;

/** Safe to send again without an Idempotency-Key (RFC 9110 section 9.2.2); a repeated DELETE would find nothing. */
const SAFE_METHODS: readonly string[] = ['GET', 'PUT'];

/**
 * Tells whether a request can be sent again after it failed, with an error of the API or, with null, without an answer.
 * What may have had an effect is repeated only if that does nothing twice.
 */
export function isRetryable(error: CountersignError | null, method: string, keyed: boolean): boolean {
  if (error?.status === 429) return true;
  if (error?.code === 'idempotency_in_flight') return true;
  if (error !== null && error.status < 500) return false;
  return keyed || SAFE_METHODS.includes(method);
}

/** Returns how long to wait: as `Retry-After` says, otherwise longer each time. Null if that is too long. */
export function getRetryDelay(tries: number, retryAfter: string | null): number | null {
  if (retryAfter === null)
    return Math.min(2 ** tries * 0.5 * (0.75 + Math.random() / 2), LONGEST_WAIT_SECONDS);
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000);
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}
