import { z } from 'zod';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

const KIND = {
  purpose: 'upload-token/v1',
  claims: z.strictObject({
    ...COMMON_CLAIMS,
    org: z.string().min(1),
    env: z.string().min(1),
    /**
     * A document that was added to the envelope. Without it, the token is for the envelope's first document.
     */
    document: z.string().min(1).exactOptional(),
    /** The grant of the agent that requested the link. */
    grant: z.string().min(1),
  }),
};

/**
 * The claims of an upload link, which accepts one document of one envelope, for a few minutes or until the
 * document has been received.
 */
export type UploadClaims = z.infer<typeof KIND.claims>;

/** Creates the token of an upload link. */
export function mintUploadToken(claims: Omit<UploadClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  return mintClaims(KIND, claims, keys);
}

/** Returns the claims of a valid, unexpired token, otherwise null. */
export function readUploadToken(text: string, keys: SignerTokenKeys, now: Date): UploadClaims | null {
  return readClaims(KIND, text, keys, now);
}
