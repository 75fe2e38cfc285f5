import { randomBytes } from 'node:crypto';
import { encodeBase32 } from '#domain/identifier.ts';
import { RECOVERY_CODE_CHARS } from '#domain/account/second-factor.ts';
import { sha256Hex } from './hash.ts';
import { deriveKey, hmacSha256 } from './hmac.ts';

/**
 * The token in a mailed link: HMAC-SHA-256 of what it is for, in base64url. It is made anew for each attempt to send the
 * mail and always comes out the same, so that neither the queue nor the database ever holds it.
 */
export function accountToken(secret: string, purpose: 'account-link' | 'invitation', name: string): string {
  return Buffer.from(hmacSha256(deriveKey(secret, `${purpose}/v1`), name)).toString('base64url');
}

/** What the database holds of a token: its SHA-256 in hex. */
export function hashToken(token: string): string {
  return sha256Hex(token);
}

/** A new token of 256 random bits for a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** New recovery codes, each of 80 random bits in Crockford's base32. */
export function newRecoveryCodes(count: number): string[] {
  return Array.from({ length: count }, () => encodeBase32(randomBytes(16)).slice(-RECOVERY_CODE_CHARS));
}

/** What the database holds of a recovery code. */
export function hashRecoveryCode(code: string): string {
  return sha256Hex(`recovery code ${code}`);
}
