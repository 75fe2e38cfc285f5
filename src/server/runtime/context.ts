import { randomBytes, randomInt } from 'node:crypto';
import type { Facts } from '#domain/envelope/facts.ts';
import { encodeBase32, ID_PREFIXES, type NewId } from '#domain/identifier.ts';
import { matchesPattern } from '#wire/pattern.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';

export type Audit = { readonly ipAddress: string | null; readonly userAgent: string | null };
export type Clock = () => Date;

/**
 * Creates identifiers: the kind's prefix and a UUIDv7 (RFC 9562) in base32. Identifiers of one process sort
 * in the order in which they were made, even within one millisecond: a counter follows the time (section 6.2,
 * method 1).
 */
export function createIdMint(clock: Clock): NewId {
  let last = { milliseconds: 0, counter: 0 };
  return (kind) => {
    const milliseconds = clock().getTime();
    const isSame = milliseconds === last.milliseconds && last.counter < COUNTER_MAX;
    last = { milliseconds, counter: isSame ? last.counter + 1 : randomInt(COUNTER_SEED_END) };
    return `${ID_PREFIXES[kind]}_${encodeBase32(encodeUuidV7(last))}`;
  };
}

/**
 * The counter has twelve bits and starts in the lower half of its range, so that at least 2,048 identifiers
 * fit into one millisecond.
 */
const COUNTER_MAX = 0xfff;
const COUNTER_SEED_END = 0x800;

/** Collects the facts for one decision, so that everything in a transaction happens at the same moment. */
export function collectFacts(
  actor: Facts['actor'],
  services: { readonly clock: Clock; readonly newId: NewId },
  audit: Audit = { ipAddress: null, userAgent: null },
): Facts {
  return {
    actor,
    now: services.clock().toISOString(),
    newId: services.newId,
    sha256: computeSha256Hex,
    matches: matchesPattern,
    audit,
  };
}

function encodeUuidV7({ milliseconds, counter }: { milliseconds: number; counter: number }): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
}
