import { hash, verify } from '@node-rs/argon2';
import { LIMITS } from '#domain/limits.ts';

/** Argon2id (RFC 9106) with the library's parameters, which follow OWASP's recommendation. */
export async function hashPassword(password: string): Promise<string> {
  return await hash(password);
}

/** A hash to verify against when there is no such user, so that the answer takes as long. */
const DECOY = hash('there is no such user');

/** Whether the password is the hash's. Without a hash it takes as long and never is. */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  if (password.length > LIMITS.passwordMaxChars) return false;
  const matches = await verify(stored ?? (await DECOY), password);
  return matches && stored !== null;
}
