import type { Logger } from 'pino';
import type { ErrorCode } from '#domain/errors.ts';
import { createWaveCounter } from './waves.ts';

/** Requests that came without a right to what they asked for, or too often. Other refusals are mistakes. */
const COUNTED: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'insufficient_scope',
  'forbidden',
  'rate_limited',
]);

/** Addresses that a line names. Which request came from where is in the access log. */
const NAMED = 10;

/** A refused request: why, on which surface, and where from. */
type Refused = { readonly code: ErrorCode; readonly prefix: string; readonly ipAddress: string | null };
export type RefusalCounter = (refused: Refused) => void;

/** Logs refused requests, in one line for all of them within some seconds. */
export function openRefusalCounter(log: Logger, waveMs = 10_000): RefusalCounter {
  const addresses = new Set<string>();
  const count = createWaveCounter(waveMs, (requests) => {
    log.info({ requests, addresses: [...addresses] }, 'requests refused');
    addresses.clear();
  });
  return ({ code, prefix, ipAddress }) => {
    if (!COUNTED.has(code)) return;
    if (ipAddress !== null && addresses.size < NAMED) addresses.add(ipAddress);
    count(`${code} ${prefix}`);
  };
}
