import { isEqual, Malformed } from '../bytes.ts';
import { digest } from '../sha256.ts';
import { type Certificate } from './certificate.ts';
import {
  readChildren,
  type Der,
  expectTag,
  readOctets,
  readDer,
  readSmallInteger,
  TAG,
  readTime,
} from './der.ts';
import { type Anchors, buildPath, isValidAtTime, type Path } from './path.ts';
import { hashOfAlgorithm } from './signature.ts';
import { isSignatureValid, readMessageDigest, OID, readSignedData, type SignedData } from './signed-data.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export type TimestampFault =
  | 'timestamp_unreadable'
  | 'timestamp_other_data'
  | 'timestamp_signature_invalid'
  | 'timestamp_certificate_invalid'
  | 'timestamp_future';

/** A token that proves that data existed at a time (RFC 3161). */
export type Timestamp = { readonly time: Date; readonly service: string; readonly path: Path };

/**
 * Whether trusted timestamps, oldest first, no longer prove anything: the certificates of one expired before
 * another one followed.
 */
export function areExpired(timestamps: readonly Timestamp[], now: Date): boolean {
  const trusted = timestamps.filter(({ path }) => path.end === 'pinned');
  return trusted.some(({ path }, index) => !isValidAtTime(path, trusted[index + 1]?.time ?? now));
}

/**
 * Checks a token over data. Returns the fault if there is one. `path.end` says whether the service is
 * trusted.
 */
export async function checkTimestamp(
  der: Uint8Array,
  data: Uint8Array,
  { anchors, now }: { readonly anchors: Anchors | null; readonly now: Date },
): Promise<Timestamp | TimestampFault> {
  try {
    return await check(der, data, anchors, now);
  } catch (error) {
    if (error instanceof Malformed) return 'timestamp_unreadable';
    throw error;
  }
}

async function check(
  der: Uint8Array,
  data: Uint8Array,
  anchors: Anchors | null,
  now: Date,
): Promise<Timestamp | TimestampFault> {
  const token = await readToken(der);
  if (typeof token === 'string') return token;
  const [algorithm, hashed] = readChildren(token.imprint, TAG.sequence);
  if (!isEqual(readOctets(hashed), await digest(data, hashOfAlgorithm(algorithm))))
    return 'timestamp_other_data';
  const path = await buildServicePath(token, anchors);
  if (path === null) return 'timestamp_certificate_invalid';
  if (token.time > now) return 'timestamp_future';
  return { time: token.time, service: getCertificateName(token.signed.signer), path };
}

/**
 * A token with a valid signature. Whether its service may issue timestamps, and whether it's trusted, is
 * checked separately.
 */
export type Token = {
  readonly signed: SignedData;
  readonly time: Date;
  /** MessageImprint: an algorithm and a hash. */
  readonly imprint: Der;
  /** The nonce's content octets; null for none. */
  readonly nonce: Uint8Array | null;
};

/** Reads a token and checks its signature. Throws `Malformed` for any other problem. */
export async function readToken(der: Uint8Array): Promise<Token | 'timestamp_signature_invalid'> {
  const signed = await readSignedData(der);
  if (signed.contentType !== OID.timestampInfo || signed.content === null || signed.unsigned.size > 0)
    throw new Malformed('not a timestamp');
  const [version, , imprint, , time, ...optional] = readChildren(readDer(signed.content), TAG.sequence);
  if (readSmallInteger(version) !== 1) throw new Malformed('a timestamp has another version');
  const stated = await digest(signed.content, hashOfAlgorithm(signed.digestAlgorithm));
  if (!isEqual(readMessageDigest(signed), stated)) return 'timestamp_signature_invalid';
  if (!(await isSignatureValid(signed))) return 'timestamp_signature_invalid';
  const nonce = optional.find(({ tag }) => tag === TAG.integer)?.content ?? null;
  return { signed, time: readTime(time), imprint: expectTag(imprint, TAG.sequence), nonce };
}

/**
 * Returns the certificate path of a token's service; null if it may not issue timestamps, or wasn't valid at
 * the token's time.
 */
export async function buildServicePath(
  { signed, time }: Token,
  anchors: Anchors | null,
): Promise<Path | null> {
  const path = await buildPath(signed.signer, signed.certificates, anchors);
  const { purposes, arePurposesCritical } = signed.signer;
  const isService = purposes?.length === 1 && purposes[0] === TIME_STAMPING && arePurposesCritical;
  const areAllUsed = signed.certificates.every((certificate) => path.certificates.includes(certificate));
  return path.fault === null && areAllUsed && isService && isValidAtTime(path, time) ? path : null;
}

function getCertificateName({ name }: Certificate): string {
  return name.organization ?? name.commonName ?? '';
}
