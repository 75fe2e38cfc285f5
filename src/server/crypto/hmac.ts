import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** Keys as the library wants them. Importing one takes five times as long as using it. */
const imported = new WeakMap<Uint8Array, KeyObject>();

/** Returns the HMAC-SHA-256 (RFC 2104) of a text's UTF-8 bytes. The key's bytes mustn't change afterwards. */
export function computeHmacSha256(key: Uint8Array, text: string): Uint8Array {
  const known = imported.get(key) ?? createSecretKey(key);
  imported.set(key, known);
  return createHmac('sha256', known).update(text, 'utf8').digest();
}

/** Compares two byte strings in a time that depends only on their lengths. */
export function isEqualInConstantTime(left: Uint8Array, right: Uint8Array): boolean {
  return left.byteLength === right.byteLength && timingSafeEqual(left, right);
}

/**
 * Derives a 32-byte key for one purpose from the instance's secret (HKDF with SHA-256, RFC 5869, no salt, the
 * purpose as `info`). Results are cached, since deriving a key takes longer than using it.
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
