import { randomBytes } from 'node:crypto';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from '#server/crypto/hmac.ts';
import type { SignerTokenKeys } from '#server/crypto/signer-token.ts';

/** Returns random text that a code is derived from. */
export function createCodeNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Returns the six digits derived from a nonce. Because they are derived, neither the code nor anything it
 * could be guessed from is in the database or the queue. A repeated job emails the same code.
 */
export function deriveCode(nonce: string, key: string): string {
  const mac = Buffer.from(computeHmacSha256(deriveKey(key, 'email-code/v1'), nonce));
  return String(mac.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

/** Compares a code with the one derived from a nonce, using the current key or a replaced one. */
export function matchesSentCode(
  nonce: string,
  given: string,
  { current, previous }: SignerTokenKeys,
): boolean {
  return [current, ...previous]
    .map(({ key }) => isEqualInConstantTime(Buffer.from(deriveCode(nonce, key)), Buffer.from(given)))
    .includes(true);
}
