import { canonicalJson, NotCanonicalError, type JsonValue } from './canonical.ts';

/** Lowercase hex SHA-256 of a text's UTF-8 bytes. Passed in, because the domain has no cryptography of its own. */
export type Sha256 = (text: string) => string;

/** `prevHash` of the first event of every chain. */
export const GENESIS_HASH = '0'.repeat(64);

/** What erasure takes out of an event. `digest` covers it, so that the chain holds without it. */
export interface ErasablePart {
  /** 16 random bytes in lowercase hex: without it the digest of a guessable payload could be reversed. Null once erased. */
  readonly salt: string | null;
  readonly actorId: string | null;
  readonly payload: JsonValue;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

/** What `hash` covers directly and no erasure ever touches, apart from `digest` and `prevHash`. */
export interface PermanentPart {
  readonly envelopeId: string;
  readonly organizationId: string;
  /** Starts at 1, without gaps. */
  readonly seq: number;
  readonly actorType: string;
  readonly action: string;
  /** UTC with milliseconds and Z, exactly as the API shows it. */
  readonly occurredAt: string;
}

/** An event that is about to be linked behind the event whose hash is `prevHash`. */
export interface UnlinkedEvent extends ErasablePart, PermanentPart {
  readonly salt: string;
  readonly prevHash: string;
}

/** An event as the log keeps it. */
export interface LinkedEvent extends ErasablePart, PermanentPart {
  readonly prevHash: string;
  readonly digest: string;
  readonly hash: string;
}

/** Why a chain does not verify. `partly_erased`: no salt, and yet a detail that the digest can then not vouch for. */
export type ChainFault =
  | 'seq_gap'
  | 'other_envelope'
  | 'prev_hash_mismatch'
  | 'digest_mismatch'
  | 'hash_mismatch'
  | 'partly_erased'
  | 'not_canonical';

/** `head` is the hash of the last event ({@link GENESIS_HASH} for no events); `seq` is the position where a break was found. */
export type ChainVerdict =
  | { readonly ok: true; readonly head: string; readonly length: number }
  | { readonly ok: false; readonly seq: number; readonly reason: ChainFault };

/** Computes digest and hash of an event. Throws NotCanonicalError when a detail has no canonical JSON form. */
export function linkEvent(event: UnlinkedEvent, sha256: Sha256): { digest: string; hash: string } {
  const digest = digestOf(event, sha256);
  return { digest, hash: hashOf({ ...event, digest }, sha256) };
}

/**
 * Recomputes a chain, ordered by seq ascending, without any secret. Events whose personal part was erased verify by
 * their kept digest. Truncation at the end is not visible here: compare `head` with the sealed one.
 */
export function verifyChain(events: readonly LinkedEvent[], sha256: Sha256): ChainVerdict {
  let head = GENESIS_HASH;
  for (const [index, event] of events.entries()) {
    const seq = index + 1;
    const reason = faultOf(event, { seq, prevHash: head, first: events[0] ?? event }, sha256);
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

function faultOf(event: LinkedEvent, place: ExpectedPlace, sha256: Sha256): ChainFault | null {
  if (event.seq !== place.seq) return 'seq_gap';
  if (event.envelopeId !== place.first.envelopeId) return 'other_envelope';
  if (event.organizationId !== place.first.organizationId) return 'other_envelope';
  if (event.prevHash !== place.prevHash) return 'prev_hash_mismatch';
  if (event.salt === null && !isErased(event)) return 'partly_erased';
  try {
    if (event.salt !== null && digestOf(event, sha256) !== event.digest) return 'digest_mismatch';
    return hashOf(event, sha256) === event.hash ? null : 'hash_mismatch';
  } catch (error) {
    if (error instanceof NotCanonicalError) return 'not_canonical';
    throw error;
  }
}

function isErased({ actorId, payload, ipAddress, userAgent }: ErasablePart): boolean {
  return actorId === null && payload === null && ipAddress === null && userAgent === null;
}

function digestOf({ salt, actorId, payload, ipAddress, userAgent }: ErasablePart, sha256: Sha256): string {
  return sha256(canonicalJson({ salt, actorId, payload, ipAddress, userAgent }));
}

function hashOf(event: PermanentPart & { digest: string; prevHash: string }, sha256: Sha256): string {
  const { envelopeId, organizationId, seq, actorType, action, occurredAt, digest, prevHash } = event;
  return sha256(
    canonicalJson({ envelopeId, organizationId, seq, actorType, action, occurredAt, digest, prevHash }),
  );
}
