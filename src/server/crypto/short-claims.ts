import type { LinkClaims, LinkPurpose } from '#domain/link/token.ts';
import { decodeBase32, encodeBase32, ID_PREFIXES } from '#domain/identifier.ts';

/** The claims of a link without the key that signed it. */
export type UnsignedClaims = Omit<LinkClaims, 'v' | 'kid'>;

export const SHORT_CLAIMS_BYTES = 35;

/** A purpose's position is its number in tokens, so new ones go to the end. */
const PURPOSES: readonly LinkPurpose[] = ['sign', 'copy', 'read', 'document', 'session'];

/**
 * Returns the claims as bytes; null for claims that don't fit. Both identifiers are UUIDs of version 7, so
 * the bits that all of them share are left out, and the second one's time is kept as its distance from the
 * first one's.
 */
export function packClaims({ env, part, epoch, purpose, exp, ...proof }: UnsignedClaims): Buffer | null {
  const envelope = parseUuid(env, ID_PREFIXES.envelope);
  const person = parseUuid(part, getPrefix(purpose));
  if (envelope === null || person === null || Object.values(proof).some((one) => one !== undefined))
    return null;
  const packed = pack([
    [BigInt(PURPOSES.indexOf(purpose)), 4n],
    [envelope.time, 48n],
    [envelope.random, 74n],
    [person.random, 74n],
    [person.time - envelope.time + HALF_DISTANCE, 40n],
    [BigInt(exp), 32n],
    [BigInt(epoch), 8n],
  ]);
  return packed === null
    ? null
    : Buffer.from(packed.toString(16).padStart(SHORT_CLAIMS_BYTES * 2, '0'), 'hex');
}

/** Returns the claims in bytes from {@link packClaims}; null if the bytes aren't claims. */
export function unpackClaims(bytes: Uint8Array): UnsignedClaims | null {
  if (bytes.length !== SHORT_CLAIMS_BYTES) return null;
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const take = (bits: bigint) => {
    const value = BigInt.asUintN(Number(bits), rest);
    rest >>= bits;
    return value;
  };
  const epoch = Number(take(8n));
  const exp = Number(take(32n));
  const distance = take(40n) - HALF_DISTANCE;
  const random = take(74n);
  const envelope = { random: take(74n), time: take(48n) };
  const purpose = PURPOSES[Number(rest)];
  const person = { random, time: envelope.time + distance };
  if (purpose === undefined || person.time < 0n || person.time >= 1n << 48n) return null;
  const env = formatUuid(envelope, ID_PREFIXES.envelope);
  return { env, part: formatUuid(person, getPrefix(purpose)), epoch, purpose, exp };
}

/** The time and the random bits of a UUID of version 7 (RFC 9562 section 5.7). */
type Uuid = { readonly time: bigint; readonly random: bigint };

/** People are added to an envelope before or after it gets its identifier. */
const HALF_DISTANCE = 1n << 39n;

function getPrefix(purpose: LinkPurpose): string {
  return purpose === 'read' ? ID_PREFIXES.copy : ID_PREFIXES.participant;
}

function parseUuid(id: string, prefix: string): Uuid | null {
  const value = id.startsWith(`${prefix}_`) ? decodeBase32(id.slice(prefix.length + 1)) : null;
  if (value === null) return null;
  const time = value >> 80n;
  const uuid = { time, random: (((value >> 64n) & 0xfffn) << 62n) | (value & ((1n << 62n) - 1n)) };
  // An identifier that isn't a UUID of this version would be formatted differently.
  return time < 1n << 48n && formatUuid(uuid, prefix) === id ? uuid : null;
}

function formatUuid({ time, random }: Uuid, prefix: string): string {
  const lower = (2n << 62n) | (random & ((1n << 62n) - 1n));
  const value = (time << 80n) | (7n << 76n) | ((random >> 62n) << 64n) | lower;
  return `${prefix}_${encodeBase32(Buffer.from(value.toString(16).padStart(32, '0'), 'hex'))}`;
}

/** Joins numbers of the given bits; null if one is too large or negative. */
function pack(parts: readonly (readonly [value: bigint, bits: bigint])[]): bigint | null {
  let packed = 0n;
  for (const [value, bits] of parts) {
    if (value < 0n || value >= 1n << bits) return null;
    packed = (packed << bits) | value;
  }
  return packed;
}
