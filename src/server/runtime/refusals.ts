import type { Logger } from 'pino';
import type { ErrorCode } from '#domain/errors.ts';
import { getRequester, type Requester, WARMING_ENVELOPE } from './requester.ts';
import { createWaveCounter } from './waves.ts';

/** Refusals that honest programs get in the course of their work. */
const ORDINARY: ReadonlySet<ErrorCode> = new Set([
  ...(['version_conflict', 'idempotency_in_flight', 'range_not_satisfiable', 'reminder_window'] as const),
  ...(['document_unreadable', 'legal_framework_unavailable'] as const),
]);

/** Addresses, people and programs, and paths of each of these, that a line names. The access log has all. */
const NAMED = { addresses: 10, requesters: 20, paths: 5 } as const;

/** A refused request: why, on which surface, and where from. `path` says what it asked for. */
type Refused = {
  readonly code: ErrorCode;
  readonly prefix: string;
  readonly path?: string;
  readonly ipAddress: string | null;
};
export type RefusalCounter = (refused: Refused) => void;

/** What was refused to a person or program that the service knows, within a wave. */
type Attempt = Requester & {
  readonly code: ErrorCode;
  readonly ipAddress: string | null;
  requests: number;
  readonly paths: string[];
};

/**
 * Logs refused requests, in one line for all of them within some seconds. Whom the service knows has an entry
 * for each reason, so that strangers can't hide them among their own requests.
 */
export function openRefusalCounter(log: Logger, waveMs = 10_000): RefusalCounter {
  const addresses = new Set<string>();
  const attempts = new Map<string, Attempt>();
  const count = createWaveCounter(waveMs, (requests) => {
    log.info({ requests, addresses: [...addresses], attempts: [...attempts.values()] }, 'requests refused');
    addresses.clear();
    attempts.clear();
  });
  return ({ code, prefix, path = prefix, ipAddress }) => {
    const requester = getRequester();
    if (ORDINARY.has(code) || requester?.envelopeId === WARMING_ENVELOPE) return;
    if (ipAddress !== null && addresses.size < NAMED.addresses) addresses.add(ipAddress);
    if (requester !== null) note(attempts, { code, ipAddress, ...requester }, path);
    count(`${code} ${prefix}`);
  };
}

function note(
  attempts: Map<string, Attempt>,
  attempt: Omit<Attempt, 'requests' | 'paths'>,
  path: string,
): void {
  const name = JSON.stringify(attempt);
  const noted = attempts.get(name);
  if (noted === undefined) {
    if (attempts.size < NAMED.requesters) attempts.set(name, { ...attempt, requests: 1, paths: [path] });
    return;
  }
  noted.requests += 1;
  if (noted.paths.length < NAMED.paths && !noted.paths.includes(path)) noted.paths.push(path);
}
