import { randomBytes } from 'node:crypto';
import { encodeBase32 } from '#domain/identifier.ts';
import { RECOVERY_CODE_CHARS } from '#domain/account/second-factor.ts';
import { computeSha256Hex } from './hash.ts';
import { deriveKey, computeHmacSha256 } from './hmac.ts';

/**
 * Returns the token of an emailed link: HMAC-SHA-256 of its purpose, in base64url. It is recomputed for each
 * attempt to send, so neither the queue nor the database stores it.
 */
export function deriveAccountToken(
  secret: string,
  purpose: 'account-link' | 'invitation',
  name: string,
): string {
  return Buffer.from(computeHmacSha256(deriveKey(secret, `${purpose}/v1`), name)).toString('base64url');
}

/**
 * Returns the code for the first account, such as 7K2M-9QXT-B4HD: 60 bits that only those can know who read the
 * server's console, or its secret key.
 */
export function deriveFirstAccountCode(secret: string): string {
  const code = encodeBase32(
    computeHmacSha256(deriveKey(secret, 'first-account/v1'), '').subarray(0, 16),
  ).slice(-12);
  return code.toUpperCase().replace(/(....)(?!$)/g, '$1-');
}

/** Returns what the database stores of a token: its SHA-256 in hex. */
export function hashToken(token: string): string {
  return computeSha256Hex(token);
}

/** Creates a cookie token of 256 random bits. */
export function createToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Creates recovery codes of 80 random bits each, in Crockford's base32. */
export function createRecoveryCodes(count: number): string[] {
  return Array.from({ length: count }, () => encodeBase32(randomBytes(16)).slice(-RECOVERY_CODE_CHARS));
}

/** Returns what the database stores of a recovery code. */
export function hashRecoveryCode(code: string): string {
  return computeSha256Hex(`recovery code ${code}`);
}
