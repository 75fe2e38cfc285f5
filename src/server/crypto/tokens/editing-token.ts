import { z } from 'zod';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

const KIND = {
  purpose: 'editing-token/v1',
  claims: z.strictObject({
    ...COMMON_CLAIMS,
    org: z.string().min(1),
    env: z.string().min(1),
    sid: z.string().min(1),
    /** `open`: exchanges a session URL for a page's token. `edit`: everything else. */
    use: z.enum(['open', 'edit']),
  }),
};

/** The claims of a page that edits one draft for another application's user. */
export type EditingClaims = z.infer<typeof KIND.claims>;

/** Creates the token of a session URL or of the page that was opened with it. */
export function mintEditingToken(claims: Omit<EditingClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  return mintClaims(KIND, claims, keys);
}

/** Returns the claims of a valid, unexpired token, otherwise null. */
export function readEditingToken(text: string, keys: SignerTokenKeys, now: Date): EditingClaims | null {
  return readClaims(KIND, text, keys, now);
}
