import { parseClaims, type LinkClaims } from '#domain/link/token.ts';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from './hmac.ts';

/** The instance's secrets. Tokens are signed with the current one and accepted with any of them. */
export interface SignerTokenKeys {
  readonly current: { readonly id: string; readonly key: string };
  readonly previous: readonly { readonly id: string; readonly key: string }[];
}

/** Longer texts are refused before anything is decoded. */
export const SIGNER_TOKEN_MAX_LENGTH = 1024;

/**
 * Creates a signer token: base64url (RFC 4648 section 5) of the claims' JSON, a dot, base64url of its
 * HMAC-SHA-256.
 */
export function mintSignerToken(claims: Omit<LinkClaims, 'v' | 'kid'>, keys: SignerTokenKeys): string {
  const { env, part, epoch, purpose, exp, passed, sid } = claims;
  const complete = parseClaims({ v: 1, kid: keys.current.id, env, part, epoch, purpose, exp, passed, sid });
  if (!complete) throw new TypeError('not the claims of a signer token');
  const body = Buffer.from(JSON.stringify(complete)).toString('base64url');
  const token = `${body}.${Buffer.from(authenticate(body, keys.current.key)).toString('base64url')}`;
  if (token.length > SIGNER_TOKEN_MAX_LENGTH)
    throw new RangeError('the claims are too long for a signer token');
  return token;
}

/**
 * Returns the claims of a token that this instance created, otherwise null. Expiration and epoch are left to
 * the domain's `checkClaims`. Other encodings of the same bytes are refused.
 */
export function readSignerToken(text: string, keys: SignerTokenKeys): LinkClaims | null {
  if (text.length > SIGNER_TOKEN_MAX_LENGTH) return null;
  const [body, mac, ...more] = text.split('.');
  if (body === undefined || mac === undefined || more.length > 0) return null;
  const claims = parseClaims(parseJson(decode(body)));
  const given = decode(mac);
  if (!claims || !given) return null;
  const signer = [keys.current, ...keys.previous].find(({ id }) => id === claims.kid);
  if (!signer) return null;
  return isEqualInConstantTime(authenticate(body, signer.key), given) ? claims : null;
}

function authenticate(body: string, secret: string): Uint8Array {
  return computeHmacSha256(deriveKey(secret, 'signer-token/v1'), body);
}

/** Node's decoder ignores foreign characters, padding and stray bits, so the text must round-trip. */
function decode(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === text ? bytes : null;
}

function parseJson(bytes: Buffer | null): unknown {
  if (!bytes) return null;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
