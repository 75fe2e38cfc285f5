import { z } from 'zod';
import { DOCUMENT_VARIANTS } from '#domain/envelope/graph.ts';
import { deriveKey, equalInConstantTime, hmacSha256 } from './hmac.ts';
import type { SignerTokenKeys } from './signer-token.ts';

/** The downloadable files of an envelope. */
export const DOWNLOADS = [...DOCUMENT_VARIANTS, 'certificate'] as const;

const claimsSchema = z.strictObject({
  v: z.literal(1),
  /** Identifies the signing key. */
  kid: z.string().min(1),
  org: z.string().min(1),
  env: z.string().min(1),
  variant: z.enum(DOWNLOADS),
  /** One of several documents of the envelope. */
  document: z.string().min(1).exactOptional(),
  /** The grant of the agent that requested it. */
  grant: z.string().min(1),
  /** Expiration in seconds since 1970. */
  exp: z.int().min(0),
});

/** The claims of a download link: one file of one envelope, for minutes. */
export type DocumentClaims = z.infer<typeof claimsSchema>;

const MAX_LENGTH = 1024;

/** Creates a document token: base64url of the claims' JSON, a dot, base64url of its HMAC-SHA-256. */
export function mintDocumentToken(claims: Omit<DocumentClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  const complete = claimsSchema.parse({ ...claims, v: 1, kid: keys.current.id });
  const body = Buffer.from(JSON.stringify(complete)).toString('base64url');
  return `${body}.${macOf(body, keys.current.key)}`;
}

/**
 * Returns the claims of a valid, unexpired token, otherwise null. Its key is derived for this purpose, so
 * document and signer tokens can't be confused.
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
