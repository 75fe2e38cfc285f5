import { z } from 'zod';
import { DOCUMENT_VARIANTS } from '#domain/envelope/graph.ts';
import type { SignerTokenKeys } from '../signer-token.ts';
import { COMMON_CLAIMS, mintClaims, readClaims } from './signed-claims.ts';

/** The downloadable files of an envelope. */
export const DOWNLOADS = DOCUMENT_VARIANTS;

const KIND = {
  purpose: 'document-token/v1',
  claims: z.strictObject({
    ...COMMON_CLAIMS,
    org: z.string().min(1),
    env: z.string().min(1),
    variant: z.enum(DOWNLOADS),
    /** One of several documents in the envelope. */
    document: z.string().min(1).exactOptional(),
    /** The grant of the agent that requested the link. */
    grant: z.string().min(1),
  }),
};

/** The claims of a download link, which gives access to one file of one envelope for a few minutes. */
export type DocumentClaims = z.infer<typeof KIND.claims>;

/** Creates the token of a download link. */
export function mintDocumentToken(claims: Omit<DocumentClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  return mintClaims(KIND, claims, keys);
}

/** Returns the claims of a valid, unexpired token, otherwise null. */
export function readDocumentToken(text: string, keys: SignerTokenKeys, now: Date): DocumentClaims | null {
  return readClaims(KIND, text, keys, now);
}
