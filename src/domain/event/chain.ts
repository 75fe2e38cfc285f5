import { toCanonicalJson, NotCanonicalError, type JsonValue } from './canonical.ts';

/** Returns the lowercase hex SHA-256 of UTF-8 text. Passed in, because the domain has no cryptography. */
export type Sha256 = (text: string) => string;

/** `prevHash` of the first event of every chain. */
export const GENESIS_HASH = '0'.repeat(64);

/**
 * The part of an event that erasure removes. Because the hash covers only its `digest`, the chain still
 * verifies afterwards.
 */
interface ErasablePart {
  /**
   * 16 random bytes in lowercase hex. Without the salt, a guessable payload could be recovered from its
   * digest. Null once erased.
   */
  readonly salt: string | null;
  readonly actorId: string | null;
  readonly payload: JsonValue;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/**
 * The part that `hash` covers directly and that erasure never touches. `hash` covers `digest` and `prevHash`
 * as well.
 */
interface PermanentPart {
  readonly envelopeId: string;
  readonly organizationId: string;
  /** Counted from 1, without gaps. */
  readonly seq: number;
  readonly actorType: string;
  readonly action: string;
  /** UTC with milliseconds and `Z`, exactly as in the API. */
  readonly occurredAt: string;
}

/** An event that is about to be linked after the one whose hash is `prevHash`. */
export interface UnlinkedEvent extends ErasablePart, PermanentPart {
  readonly salt: string;
  readonly prevHash: string;
}

/** An event as stored. */
export interface LinkedEvent extends ErasablePart, PermanentPart {
  readonly prevHash: string;
  readonly digest: string;
  readonly hash: string;
}

/**
 * Why a chain doesn't verify. `partly_erased`: the salt is gone but a detail remains, so the digest can no
 * longer verify it.
 */
type ChainFault =
  | 'seq_gap'
  | 'other_envelope'
  | 'prev_hash_mismatch'
  | 'digest_mismatch'
  | 'hash_mismatch'
  | 'partly_erased'
  | 'not_canonical';

/**
 * `head` is the last event's hash ({@link GENESIS_HASH} if there are no events). `seq` is where the chain
 * breaks.
 */
export type ChainVerdict =
  | { readonly ok: true; readonly head: string; readonly length: number }
  | { readonly ok: false; readonly seq: number; readonly reason: ChainFault };

/** Computes an event's digest and hash. Throws NotCanonicalError if a detail has no canonical JSON. */
export function linkEvent(event: UnlinkedEvent, sha256: Sha256): { digest: string; hash: string } {
  const digest = computeDigest(event, sha256);
  return { digest, hash: computeHash({ ...event, digest }, sha256) };
}

/**
 * Recomputes a chain, ordered by seq, without any secret. Events whose personal part was erased are verified
 * by their stored digest. Can't detect that events are missing at the end: for that, compare `head` with the
 * sealed one.
 */
export function verifyChain(events: readonly LinkedEvent[], sha256: Sha256): ChainVerdict {
  let head = GENESIS_HASH;
  for (const [index, event] of events.entries()) {
    const seq = index + 1;
    const reason = findLinkFault(event, { seq, prevHash: head, first: events[0] ?? event }, sha256);
    if (reason) return { ok: false, seq, reason };
    head = event.hash;
  }
  return { ok: true, head, length: events.length };
}

interface ExpectedPlace {
  readonly seq: number;
  readonly prevHash: string;
  readonly first: LinkedEvent;
}

function findLinkFault(event: LinkedEvent, place: ExpectedPlace, sha256: Sha256): ChainFault | null {
  if (event.seq !== place.seq) return 'seq_gap';
  if (event.envelopeId !== place.first.envelopeId) return 'other_envelope';
  if (event.organizationId !== place.first.organizationId) return 'other_envelope';
  if (event.prevHash !== place.prevHash) return 'prev_hash_mismatch';
  if (event.salt === null && !isErased(event)) return 'partly_erased';
  try {
    if (event.salt !== null && computeDigest(event, sha256) !== event.digest) return 'digest_mismatch';
    return computeHash(event, sha256) === event.hash ? null : 'hash_mismatch';
  } catch (error) {
    if (error instanceof NotCanonicalError) return 'not_canonical';
    throw error;
  }
}

function isErased({ actorId, payload, ipAddress, userAgent }: ErasablePart): boolean {
  return actorId === null && payload === null && ipAddress === null && userAgent === null;
}

function computeDigest(
  { salt, actorId, payload, ipAddress, userAgent }: ErasablePart,
  sha256: Sha256,
): string {
  return sha256(toCanonicalJson({ salt, actorId, payload, ipAddress, userAgent }));
}

function computeHash(event: PermanentPart & { digest: string; prevHash: string }, sha256: Sha256): string {
  const { envelopeId, organizationId, seq, actorType, action, occurredAt, digest, prevHash } = event;
  return sha256(
    toCanonicalJson({ envelopeId, organizationId, seq, actorType, action, occurredAt, digest, prevHash }),
  );
}
