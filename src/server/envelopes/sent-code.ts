import { randomBytes } from 'node:crypto';
import { deriveKey, equalInConstantTime, hmacSha256 } from '#server/crypto/hmac.ts';
import type { SignerTokenKeys } from '#server/crypto/signer-token.ts';

/** Returns random text that a code is derived from. */
export function newCodeNonce(): string {
  return randomBytes(16).toString('hex');
}

/**
 * Returns the six digits of a nonce. Deriving them keeps the code and anything it could be guessed from out of the database
 * and the queue, and a repeated job emails the same one.
 */
export function sentCode(nonce: string, key: string): string {
  const mac = Buffer.from(hmacSha256(deriveKey(key, 'email-code/v1'), nonce));
  return String(mac.readBigUInt64BE() % 1_000_000n).padStart(6, '0');
}

/** Compares a code with a nonce's, made with the current key or a replaced one. */
export function sentCodeMatches(
  nonce: string,
  given: string,
  { current, previous }: SignerTokenKeys,
): boolean {
  return [current, ...previous]
    .map(({ key }) => equalInConstantTime(Buffer.from(sentCode(nonce, key)), Buffer.from(given)))
    .includes(true);
}
