import type { CountersignError } from './error.ts';

/** For longer waits, the caller decides. */
const LONGEST_WAIT_SECONDS = 60;

/**
 * Methods that are safe to send again without an Idempotency-Key (RFC 9110 section 9.2.2). DELETE isn't:
 * repeating it would find nothing.
 */
const SAFE_METHODS: readonly string[] = ['GET', 'PUT'];

/**
 * Returns whether a failed request can be sent again, given the API's error or null if there was no answer.
 * Requests that may have had an effect are repeated only if that does nothing twice.
 */
export function isRetryable(error: CountersignError | null, method: string, keyed: boolean): boolean {
  if (error?.status === 429) return true;
  if (error?.code === 'idempotency_in_flight') return true;
  if (error !== null && error.status < 500) return false;
  return keyed || SAFE_METHODS.includes(method);
}

/** Returns how long to wait: what `Retry-After` says, otherwise longer each time. Null if that's too long. */
export function getRetryDelay(tries: number, retryAfter: string | null): number | null {
  if (retryAfter === null)
    return Math.min(2 ** tries * 0.5 * (0.75 + Math.random() / 2), LONGEST_WAIT_SECONDS);
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, (Date.parse(retryAfter) - Date.now()) / 1000);
  return seconds <= LONGEST_WAIT_SECONDS ? seconds : null;
}
