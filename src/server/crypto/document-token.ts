import { z } from 'zod';
import { DOCUMENT_VARIANTS } from '#domain/envelope/graph.ts';
import { deriveKey, equalInConstantTime, hmacSha256 } from './hmac.ts';
import type { SignerTokenKeys } from './signer-token.ts';

/** The files of an envelope that can be downloaded. */
export const DOWNLOADS = [...DOCUMENT_VARIANTS, 'certificate'] as const;

const claimsSchema = z.strictObject({
  v: z.literal(1),
  /** Which key signed the token. */
  kid: z.string().min(1),
  org: z.string().min(1),
  env: z.string().min(1),
  variant: z.enum(DOWNLOADS),
  /** The grant of the agent that asked for it. */
  grant: z.string().min(1),
  /** Seconds since 1970; the token has expired at this moment. */
  exp: z.int().min(0),
});

/** One file of one envelope, for minutes: what the token in a document's link says, and all that it is good for. */
export type DocumentClaims = z.infer<typeof claimsSchema>;

const MAX_LENGTH = 1024;

/** A document token: base64url of the claims' JSON, a dot, base64url of the HMAC-SHA-256 of what stands before it. */
export function mintDocumentToken(claims: Omit<DocumentClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  const complete = claimsSchema.parse({ ...claims, v: 1, kid: keys.current.id });
  const body = Buffer.from(JSON.stringify(complete)).toString('base64url');
  return `${body}.${macOf(body, keys.current.key)}`;
}

/**
 * The claims of a token that this instance minted; null where it is none, or has expired. Its key is derived for this
 * purpose alone: no token of a signer is one, and it is none of theirs.
 */
export function readDocumentToken(text: string, keys: SignerTokenKeys, now: Date): DocumentClaims | null {
  if (text.length > MAX_LENGTH) return null;
  const [body = '', mac = '', ...more] = text.split('.');
  if (more.length > 0) return null;
  const claims = claimsSchema.safeParse(jsonOf(body)).data;
  const signer = [keys.current, ...keys.previous].find(({ id }) => id === claims?.kid);
  if (claims === undefined || signer === undefined) return null;
  if (!equalInConstantTime(Buffer.from(macOf(body, signer.key)), Buffer.from(mac))) return null;
  return claims.exp * 1000 > now.getTime() ? claims : null;
}

function macOf(body: string, secret: string): string {
  return Buffer.from(hmacSha256(deriveKey(secret, 'document-token/v1'), body)).toString('base64url');
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString());
  } catch {
    return null;
  }
}
