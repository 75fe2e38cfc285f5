import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256 (RFC 2104) of a text's UTF-8 bytes: 32 bytes. */
export function hmacSha256(key: Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

/** Whether two byte strings are the same, in a time that depends on their lengths alone: tells a forger nothing. */
export function equalInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

/**
 * A 32-byte key for one purpose out of the instance's secret (HKDF with SHA-256, RFC 5869, no salt). The purpose is the
 * `info`: what is made for one purpose is worthless for any other. Deriving takes longer than what the key is for, so
 * that each is kept: an instance has few secrets and purposes.
 */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${secret}`;
  const known = derived.get(name);
  if (known !== undefined) return known;
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `countersign/${purpose}`, 32));
  derived.set(name, key);
  return key;
}

const derived = new Map<string, Uint8Array>();
