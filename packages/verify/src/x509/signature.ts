import { isEqual, Malformed, toHex } from '../bytes.ts';
import type { HashName } from '../sha256.ts';
import { readChildren, type Der, readIntegerHex, readOid, readDer, TAG } from './der.ts';

/** An algorithm that this verifier doesn't support, as opposed to a wrong signature. */
export class UnsupportedAlgorithm extends Malformed {}

const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';
const CURVES: Readonly<Record<string, { readonly name: string; readonly size: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', size: 32 },
  '1.3.132.0.34': { name: 'P-384', size: 48 },
  '1.3.132.0.35': { name: 'P-521', size: 66 },
};
const HASHES: Readonly<Record<string, HashName>> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const SIGNATURES: Readonly<Record<string, { readonly key: string; readonly hash: HashName }>> = {
  '1.2.840.113549.1.1.11': { key: RSA, hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { key: RSA, hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { key: RSA, hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { key: EC, hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { key: EC, hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { key: EC, hash: 'SHA-512' },
};

/** Returns the hash of an AlgorithmIdentifier, with NULL or no parameters. */
export function hashOfAlgorithm(algorithm: Der | undefined): HashName {
  const [id, ...parameters] = readChildren(algorithm, TAG.sequence);
  const hash = HASHES[readOid(id)];
  if (hash === undefined || !areEmpty(parameters)) throw new UnsupportedAlgorithm('an unknown hash');
  return hash;
}

/** `hash` applies if the algorithm names only the key, as CMS allows for RSA. */
type SignedBytes = {
  readonly algorithm: Der | undefined;
  readonly spki: Uint8Array;
  readonly data: Uint8Array;
  readonly signature: Uint8Array;
  readonly hash?: HashName;
};

/** Whether the key signed the bytes. Throws `UnsupportedAlgorithm` for algorithms it doesn't support. */
export async function isSignedBy({ algorithm, spki, data, signature, hash }: SignedBytes): Promise<boolean> {
  const [id, ...parameters] = readChildren(algorithm, TAG.sequence);
  const oid = readOid(id);
  const scheme = oid === RSA && hash !== undefined ? { key: RSA, hash } : SIGNATURES[oid];
  if (scheme === undefined || !areEmpty(parameters))
    throw new UnsupportedAlgorithm(`an unknown signature algorithm (${oid})`);
  const [keyAlgorithm] = readChildren(readDer(spki), TAG.sequence);
  const [keyId, curveId] = readChildren(keyAlgorithm, TAG.sequence);
  if (readOid(keyId) !== scheme.key) return false;
  if (scheme.key === RSA)
    return await isVerified({ name: 'RSASSA-PKCS1-v1_5', hash: scheme.hash }, spki, signature, data);
  const curve = CURVES[readOid(curveId)];
  if (curve === undefined) throw new UnsupportedAlgorithm('an unknown curve');
  const raw = toRawEcdsa(signature, curve.size);
  return await isVerified({ name: 'ECDSA', namedCurve: curve.name, hash: scheme.hash }, spki, raw, data);
}

type WebAlgorithm = { name: string; hash: string; namedCurve?: string };

async function isVerified(
  algorithm: WebAlgorithm,
  spki: Uint8Array,
  signature: Uint8Array,
  data: Uint8Array,
): Promise<boolean> {
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('spki', Uint8Array.from(spki), algorithm, false, ['verify']);
  } catch {
    throw new UnsupportedAlgorithm('a public key that cannot be read');
  }
  return await crypto.subtle.verify(algorithm, key, Uint8Array.from(signature), Uint8Array.from(data));
}

function areEmpty(parameters: readonly Der[]): boolean {
  return (
    parameters.length === 0 ||
    (parameters.length === 1 && isEqual(parameters[0]?.bytes ?? new Uint8Array(), Uint8Array.of(5, 0)))
  );
}

/** Converts Ecdsa-Sig-Value (RFC 3279, 2.2.3) to the fixed-size form of Web Cryptography. */
function toRawEcdsa(signature: Uint8Array, size: number): Uint8Array {
  const parts = readChildren(readDer(signature), TAG.sequence);
  if (parts.length !== 2) throw new Malformed('an ECDSA signature is malformed');
  const raw = new Uint8Array(size * 2);
  parts.forEach((part, index) => {
    const hex = readIntegerHex(part).replace(/^00/, '');
    if (hex.length / 2 > size || (part.content[0] ?? 0) >= 0x80)
      throw new Malformed('an ECDSA signature is malformed');
    const octets = part.content.subarray(part.content.length - hex.length / 2);
    raw.set(octets, (index + 1) * size - octets.length);
  });
  return raw;
}

/** Returns the SHA-256 of bytes in lowercase hex, for any size. */
export async function computeFingerprint(bytes: Uint8Array): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes))));
}
