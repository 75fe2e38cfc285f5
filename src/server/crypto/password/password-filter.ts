import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * Size of the filter. With 13 bits for each of about 100,000 entries, 1 in 10,000 other texts is mistaken for
 * an entry.
 */
const FILTER_BYTES = 240_000;
const BITS_PER_ENTRY = 13;

/** A Bloom filter, which contains every entry that was added and hardly any other text. */
export type PasswordFilter = { readonly has: (text: string) => boolean };

/** Builds the filter's file from its entries. */
export function buildPasswordFilter(entries: Iterable<string>): Uint8Array {
  const bytes = new Uint8Array(FILTER_BYTES);
  for (const entry of entries)
    for (const { byte, mask } of computeBits(entry)) bytes[byte] = getByte(bytes, byte) | mask;
  return bytes;
}

/** Opens a filter from its file's bytes. Throws if their length is wrong. */
export function openPasswordFilter(bytes: Uint8Array): PasswordFilter {
  if (bytes.length !== FILTER_BYTES) throw new Error(`a password filter has ${FILTER_BYTES} bytes`);
  return { has: (text) => computeBits(text).every(({ byte, mask }) => (getByte(bytes, byte) & mask) !== 0) };
}

/** Opens the bundled list of common and breached passwords, which are in lowercase (see docs/accounts.md). */
export function openCommonPasswords(): PasswordFilter {
  return openPasswordFilter(readFileSync(new URL('common-passwords.bloom', import.meta.url)));
}

/** Returns the positions of a text's bits, by double hashing (Kirsch and Mitzenmacher, 2006). */
function computeBits(text: string): readonly { readonly byte: number; readonly mask: number }[] {
  const hash = createHash('sha256').update(text).digest();
  const first = hash.readUIntBE(0, 6);
  const step = hash.readUInt32BE(6);
  return Array.from({ length: BITS_PER_ENTRY }, (_, index) => {
    const bit = (first + index * step) % (FILTER_BYTES * 8);
    return { byte: Math.floor(bit / 8), mask: 1 << (bit % 8) };
  });
}

function getByte(bytes: Uint8Array, index: number): number {
  return bytes[index] ?? 0;
}
