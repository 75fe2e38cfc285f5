import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '#domain/limits.ts';

/** Hashes a password with Argon2id (RFC 9106) and the library's parameters, which follow OWASP. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password);
}

/** The hash to verify against if there is no such user, so that the response takes equally long. */
const DECOY = hash('there is no such user');

/** Verifies a password. Without a stored hash, it takes equally long and returns false. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (password.length > LIMITS.passwordMaxChars) return false;
  const matches = await verify(stored ?? (await DECOY), password);
  return matches && stored !== null;
}
