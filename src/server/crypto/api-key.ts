import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256Hex } from './hash.ts';

/** Every API key starts with it, so that secret scanners recognise one that was published by mistake. */
export const API_KEY_PREFIX = 'svc_sk_';

/** A source of random bytes; tests pass their own. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new API key: the prefix, 32 random bytes in 43 base62 characters, and a checksum of 6 (CRC-32 of all before it). */
export function newApiKey(random: RandomBytes = randomBytes): string {
  const unchecked = API_KEY_PREFIX + base62(integerOf(random(32)), SECRET_LENGTH);
  return unchecked + checksum(unchecked);
}

/**
 * The text as an API key, or null when it cannot be one: its form or its checksum is wrong. Costs no look-up, so a typing
 * error or a guess never reaches the database.
 */
export function parseApiKey(text: string): string | null {
  if (!FORM.test(text)) return null;
  const unchecked = text.slice(0, -CHECKSUM_LENGTH);
  return checksum(unchecked) === text.slice(-CHECKSUM_LENGTH) ? text : null;
}

/** What is stored of an API key: its SHA-256 in lowercase hex. The 256 random bits make a slower hash pointless. */
export function hashApiKey(key: string): string {
  return sha256Hex(key);
}

/** What may be shown of an API key, enough for its owner to recognise it: `svc_sk_Ab3d…x9Yz`. */
export function apiKeyHint(key: string): string {
  return `${key.slice(0, API_KEY_PREFIX.length + 4)}…${key.slice(-4)}`;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RADIX = BigInt(ALPHABET.length);
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${API_KEY_PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function integerOf(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** Big-endian digits, padded with zeros to a fixed length. */
function base62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= RADIX) digits = ALPHABET.charAt(Number(rest % RADIX)) + digits;
  return digits.padStart(length, ALPHABET.charAt(0));
}
