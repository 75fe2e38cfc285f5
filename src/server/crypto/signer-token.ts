import { parseClaims, type LinkClaims } from '#domain/link/token.ts';
import { deriveKey, isEqualInConstantTime, computeHmacSha256 } from './hmac.ts';
import { packClaims, SHORT_CLAIMS_BYTES, unpackClaims, type UnsignedClaims } from './short-claims.ts';

/** The instance's secrets. Tokens are signed with the current one and accepted with any of them. */
export interface SignerTokenKeys {
  readonly current: { readonly id: string; readonly key: string };
  readonly previous: readonly { readonly id: string; readonly key: string }[];
}

/** Longer texts are refused before anything is decoded. */
export const SIGNER_TOKEN_MAX_LENGTH = 1024;

/**
 * Bytes of the HMAC in a short token, the least that RFC 2104 section 5 recommends. Each guess takes a
 * request to the server, and guessing requires knowing two identifiers of 62 random bits first.
 */
const SHORT_MAC_BYTES = 10;
const SHORT_LENGTH = ((SHORT_CLAIMS_BYTES + SHORT_MAC_BYTES) * 4) / 3;

/**
 * Creates a signer token. Links in emails get a short one: base64url (RFC 4648 section 5) of the claims'
 * bytes and the start of their HMAC-SHA-256. Claims that don't fit get a long one: base64url of their JSON, a
 * dot, base64url of its HMAC-SHA-256.
 */
export function mintSignerToken(claims: UnsignedClaims, keys: SignerTokenKeys): string {
  const packed = isCounted(claims) ? packClaims(claims) : null;
  if (packed === null) return mintLongToken(claims, keys);
  return Buffer.concat([packed, authenticateBytes(packed, keys.current.key)]).toString('base64url');
}

function isCounted({ epoch, exp }: UnsignedClaims): boolean {
  return Number.isSafeInteger(epoch) && Number.isSafeInteger(exp);
}

function mintLongToken(claims: UnsignedClaims, keys: SignerTokenKeys): string {
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
  if (text.length === SHORT_LENGTH && !text.includes('.')) return readShortToken(text, keys);
  const [body, mac, ...more] = text.split('.');
  if (body === undefined || mac === undefined || more.length > 0) return null;
  const claims = parseClaims(parseJson(decode(body)));
  const given = decode(mac);
  if (!claims || !given) return null;
  const signer = [keys.current, ...keys.previous].find(({ id }) => id === claims.kid);
  if (!signer) return null;
  return isEqualInConstantTime(authenticate(body, signer.key), given) ? claims : null;
}

function readShortToken(text: string, { current, previous }: SignerTokenKeys): LinkClaims | null {
  const bytes = decode(text);
  if (bytes === null) return null;
  const packed = bytes.subarray(0, SHORT_CLAIMS_BYTES);
  const given = bytes.subarray(SHORT_CLAIMS_BYTES);
  const signer = [current, ...previous].find(({ key }) =>
    isEqualInConstantTime(authenticateBytes(packed, key), given),
  );
  const claims = signer === undefined ? null : unpackClaims(packed);
  return claims === null || signer === undefined ? null : { v: 1, kid: signer.id, ...claims };
}

function authenticateBytes(packed: Buffer, secret: string): Uint8Array {
  const mac = computeHmacSha256(deriveKey(secret, 'signer-token/v2'), packed.toString('hex'));
  return mac.subarray(0, SHORT_MAC_BYTES);
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
