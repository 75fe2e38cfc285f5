import { createPublicKey, hash, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import type { ProofFault } from '#domain/envelope/signing.ts';
import { computeSha256Bytes, computeSha256Hex } from '../hash.ts';
import { type CborMap, type CborValue, decodeCbor } from './cbor.ts';

/** The site that a passkey is for, and the origins of its pages. */
export type RelyingParty = { readonly id: string; readonly origins: readonly string[] };

/** What a browser returned for a statement, in base64url. */
export type Assertion = {
  readonly clientDataJSON: string;
  readonly authenticatorData: string;
  readonly signature: string;
};

/** A new passkey. `id` and `publicKey` (SubjectPublicKeyInfo) are in base64url. */
export type NewPasskey = {
  readonly id: string;
  readonly publicKey: string;
  readonly keyHash: string;
  readonly counter: number;
  readonly backedUp: boolean;
};

type Checked<T> = ({ readonly kind: 'ok' } & T) | { readonly kind: 'fault'; readonly reason: ProofFault };

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, attested: 0x40 } as const;
const HEADER_LENGTH = 37;

/**
 * Checks a signature over a statement (WebAuthn level 3, section 7.2): type, challenge, origin, site, flags and
 * the signature itself.
 */
export function checkAssertion(
  { clientDataJSON, authenticatorData, signature }: Assertion,
  expected: { readonly challenge: string; readonly party: RelyingParty; readonly publicKey: string },
): Checked<{ readonly counter: number; readonly backedUp: boolean }> {
  const client = readClientData(clientDataJSON);
  const data = readAuthenticatorData(decode(authenticatorData));
  const key = readSpki(expected.publicKey);
  if (client === null || data === null || key === null) return fail('malformed');
  const fault = findFault(client, data, { ...expected, type: 'webauthn.get' });
  if (fault !== null) return fail(fault);
  const signed = Buffer.concat([decode(authenticatorData), hash('sha256', decode(clientDataJSON), 'buffer')]);
  if (!isSigned(signed, key, decode(signature))) return fail('signature');
  return { kind: 'ok', counter: data.counter, backedUp: has(data, 'backedUp') };
}

/**
 * Reads a new passkey (section 7.1). Only keys that verifiers can check are taken: P-256 and RSA. Who made the
 * authenticator isn't asked for, so a statement about that is ignored.
 */
export function readNewPasskey(
  { clientDataJSON, attestationObject }: { clientDataJSON: string; attestationObject: string },
  expected: { readonly challenge: string; readonly party: RelyingParty },
): Checked<NewPasskey> {
  const client = readClientData(clientDataJSON);
  const data = readAuthenticatorData(readAttested(decode(attestationObject)));
  if (client === null || data === null) return fail('malformed');
  const fault = findFault(client, data, { ...expected, type: 'webauthn.create' });
  if (fault !== null) return fail(fault);
  const credential = readCredential(data);
  if (credential === null) return fail('malformed');
  return { kind: 'ok', ...credential, counter: data.counter, backedUp: has(data, 'backedUp') };
}

/** Returns the SHA-256 of a statement as browsers take it: the challenge in base64url. */
export function toChallenge(statement: string): string {
  return Buffer.from(computeSha256Bytes(Buffer.from(statement))).toString('base64url');
}

function fail(reason: ProofFault): { readonly kind: 'fault'; readonly reason: ProofFault } {
  return { kind: 'fault', reason };
}

type ClientData = { readonly type: unknown; readonly challenge: unknown; readonly origin: unknown };

function readClientData(text: string): ClientData | null {
  try {
    const parsed: unknown = JSON.parse(decode(text).toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null) return null;
    const { type, challenge, origin } = parsed as Record<string, unknown>;
    return { type, challenge, origin };
  } catch {
    return null;
  }
}

type AuthenticatorData = {
  readonly rpIdHash: Buffer;
  readonly flags: number;
  readonly counter: number;
  readonly rest: Buffer;
};

/** A key that is backed up has to be one that can be. */
function readAuthenticatorData(bytes: Buffer | null): AuthenticatorData | null {
  if (bytes === null || bytes.length < HEADER_LENGTH) return null;
  const flags = bytes.readUInt8(32);
  if ((flags & FLAGS.backedUp) !== 0 && (flags & FLAGS.eligible) === 0) return null;
  return {
    rpIdHash: bytes.subarray(0, 32),
    flags,
    counter: bytes.readUInt32BE(33),
    rest: bytes.subarray(HEADER_LENGTH),
  };
}

function has({ flags }: AuthenticatorData, flag: keyof typeof FLAGS): boolean {
  return (flags & FLAGS[flag]) !== 0;
}

function findFault(
  client: ClientData,
  data: AuthenticatorData,
  { type, challenge, party }: { type: string; challenge: string; party: RelyingParty },
): ProofFault | null {
  if (client.type !== type || client.challenge !== challenge) return 'statement';
  const isOurs = party.origins.some((origin) => origin === client.origin);
  if (!isOurs || !data.rpIdHash.equals(computeSha256Bytes(Buffer.from(party.id)))) return 'site';
  return has(data, 'present') && has(data, 'verified') ? null : 'not_verified';
}

function isSigned(signed: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  try {
    return verify('sha256', signed, key, signature);
  } catch {
    return false;
  }
}

function readSpki(publicKey: string): KeyObject | null {
  try {
    return createPublicKey({ key: decode(publicKey), format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function readAttested(bytes: Buffer): Buffer | null {
  const data = readMap(bytes)?.get('authData');
  return data instanceof Uint8Array ? Buffer.from(data) : null;
}

function readMap(bytes: Uint8Array, start = 0): CborMap | null {
  try {
    const { value } = decodeCbor(bytes, start);
    return value instanceof Map ? (value as CborMap) : null;
  } catch {
    return null;
  }
}

/** Reads the attested credential (section 6.5.1): AAGUID, length, identifier, COSE key. */
function readCredential(data: AuthenticatorData): Pick<NewPasskey, 'id' | 'publicKey' | 'keyHash'> | null {
  const { rest } = data;
  if (!has(data, 'attested') || rest.length < 18) return null;
  const length = rest.readUInt16BE(16);
  const id = rest.subarray(18, 18 + length);
  if (length === 0 || length > 1023 || id.length < length) return null;
  const cose = readMap(rest, 18 + length);
  const jwk = cose === null ? null : toJwk(cose);
  if (jwk === null) return null;
  try {
    const spki = createPublicKey({ key: jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
    return {
      id: id.toString('base64url'),
      publicKey: spki.toString('base64url'),
      keyHash: computeSha256Hex(spki),
    };
  } catch {
    return null;
  }
}

/** Converts a COSE key (RFC 9053): ES256 on P-256, or RS256. */
function toJwk(cose: CborMap): JsonWebKey | null {
  const [kind, algorithm] = [cose.get(1), cose.get(3)];
  const readBytes = (label: number) => encode(cose.get(label));
  if (kind === 2 && algorithm === -7 && cose.get(-1) === 1)
    return { kty: 'EC', crv: 'P-256', x: readBytes(-2), y: readBytes(-3) };
  if (kind === 3 && algorithm === -257) return { kty: 'RSA', n: readBytes(-1), e: readBytes(-2) };
  return null;
}

function encode(value: CborValue | undefined): string {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : '';
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64url');
}
