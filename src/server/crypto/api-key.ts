import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { computeSha256Hex } from './hash.ts';

/** The prefix of every API key, which lets secret scanners recognize leaked keys. */
const API_KEY_PREFIX = 'svc_sk_';

/**
 * Follows the prefix in keys of test environments, so that people and scanners can tell them from live ones.
 */
const TEST_MARK = 'test_';

export type RandomBytes = (size: number) => Uint8Array;

/** Creates an API key: the prefix, 32 random bytes in 43 base62 characters, and a CRC-32 checksum in 6. */
export function generateApiKey(isTest = false, random: RandomBytes = randomBytes): string {
  const unchecked = getPrefix(isTest) + encodeBase62(toInteger(random(32)), SECRET_LENGTH);
  return unchecked + computeChecksum(unchecked);
}

/**
 * Returns the text if it has the form of an API key and a correct checksum, otherwise null. This keeps typos
 * and guesses away from the database.
 */
export function parseApiKey(text: string): string | null {
  if (!FORM.test(text)) return null;
  const unchecked = text.slice(0, -CHECKSUM_LENGTH);
  return computeChecksum(unchecked) === text.slice(-CHECKSUM_LENGTH) ? text : null;
}

/**
 * Returns what is stored of an API key: its SHA-256 in lowercase hex. A key has 256 random bits, so a slower
 * hash would add nothing.
 */
export function hashApiKey(key: string): string {
  return computeSha256Hex(key);
}

/** Returns the part of an API key by which its owner can recognize it, such as `svc_sk_Ab3d…x9Yz`. */
export function getApiKeyHint(key: string): string {
  const { length } = getPrefix(isTestKey(key));
  return `${key.slice(0, length + 4)}…${key.slice(-4)}`;
}

/**
 * Checks whether a key claims to belong to a test environment. What it gives access to is decided by its row.
 */
function isTestKey(key: string): boolean {
  return key.startsWith(API_KEY_PREFIX + TEST_MARK);
}

function getPrefix(isTest: boolean): string {
  return isTest ? API_KEY_PREFIX + TEST_MARK : API_KEY_PREFIX;
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RADIX = BigInt(ALPHABET.length);
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(
  `^${API_KEY_PREFIX}(?:${TEST_MARK})?[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

function computeChecksum(text: string): string {
  return encodeBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);
}

function toInteger(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
}

/** Returns big-endian digits, padded with zeros. */
function encodeBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= RADIX) digits = ALPHABET.charAt(Number(rest % RADIX)) + digits;
  return digits.padStart(length, ALPHABET.charAt(0));
}
