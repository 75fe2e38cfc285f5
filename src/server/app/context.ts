import { randomBytes } from 'node:crypto';
import type { Facts } from '#domain/envelope/facts.ts';
import { encodeBase32, ID_PREFIXES, type NewId } from '#domain/identifier.ts';
import { matchesPattern } from '#wire/pattern.ts';
import { sha256Hex } from '#server/crypto/hash.ts';

export type Audit = { readonly ipAddress: string | null; readonly userAgent: string | null };
export type Clock = () => Date;

/** Creates identifiers: the kind's prefix and a UUIDv7 (RFC 9562) in base32. */
export function idMint(clock: Clock): NewId {
  return (kind) => `${ID_PREFIXES[kind]}_${encodeBase32(uuidv7(clock().getTime()))}`;
}

/** Collects the facts of one decision, so that everything in a transaction happens at one moment. */
export function factsOf(
  actor: Facts['actor'],
  services: { readonly clock: Clock; readonly newId: NewId },
  audit: Audit = { ipAddress: null, userAgent: null },
): Facts {
  return {
    actor,
    now: services.clock().toISOString(),
    newId: services.newId,
    sha256: sha256Hex,
    matches: matchesPattern,
    audit,
  };
}

function uuidv7(milliseconds: number): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes;
}
