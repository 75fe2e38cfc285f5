import { z } from 'zod';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

const KIND = {
  purpose: 'digest-token/v1',
  claims: z.strictObject({ ...COMMON_CLAIMS, org: z.string().min(1), user: z.string().min(1) }),
};

/** The claims of the link that turns off a member's weekly digest. */
export type DigestClaims = z.infer<typeof KIND.claims>;

/** Creates the token of a link that turns off the digest. */
export function mintDigestToken(claims: Omit<DigestClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  return mintClaims(KIND, claims, keys);
}

/** Returns the claims of a valid, unexpired token, otherwise null. */
export function readDigestToken(text: string, keys: SignerTokenKeys, now: Date): DigestClaims | null {
  return readClaims(KIND, text, keys, now);
}
