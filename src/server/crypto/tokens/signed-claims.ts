import { z } from 'zod';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from '../hmac.ts';
import type { SignerTokenKeys } from '../signer-token.ts';

/**
 * The claims of every token: its format, the key that signed it, and when it expires (seconds since 1970).
 */
export const COMMON_CLAIMS = { v: z.literal(1), kid: z.string().min(1), exp: z.int().min(0) } as const;
type Common = z.infer<z.ZodObject<typeof COMMON_CLAIMS>>;

const MAX_LENGTH = 1024;

/** A kind of token. Its key is derived for `purpose`, so one kind can't be passed off as another. */
export type TokenKind<T extends Common> = { readonly purpose: string; readonly claims: z.ZodType<T> };

/** Creates a token: base64url of the claims' JSON, a dot, base64url of its HMAC-SHA-256. */
export function mintClaims<T extends Common>(
  { purpose, claims: schema }: TokenKind<T>,
  claims: Omit<T, 'v' | 'kid'>,
  { current }: SignerTokenKeys,
): string {
  const complete = schema.parse({ ...claims, v: 1, kid: current.id });
  const body = Buffer.from(JSON.stringify(complete)).toString('base64url');
  return `${body}.${computeMac(body, current.key, purpose)}`;
}

/** Returns the claims of a valid, unexpired token, otherwise null. */
export function readClaims<T extends Common>(
  { purpose, claims: schema }: TokenKind<T>,
  text: string,
  keys: SignerTokenKeys,
  now: Date,
): T | null {
  if (text.length > MAX_LENGTH) return null;
  const [body = '', mac = '', ...more] = text.split('.');
  if (more.length > 0) return null;
  const claims = schema.safeParse(parseJson(body)).data;
  const signer = [keys.current, ...keys.previous].find(({ id }) => id === claims?.kid);
  if (claims === undefined || signer === undefined) return null;
  if (!isEqualInConstantTime(Buffer.from(computeMac(body, signer.key, purpose)), Buffer.from(mac)))
    return null;
  return claims.exp * 1000 > now.getTime() ? claims : null;
}

function computeMac(body: string, secret: string, purpose: string): string {
  return Buffer.from(computeHmacSha256(deriveKey(secret, purpose), body)).toString('base64url');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString());
  } catch {
    return null;
  }
}
