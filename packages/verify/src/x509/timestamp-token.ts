import { isEqual, Malformed } from '../bytes.ts';
import { digest } from '../sha256.ts';
import { type Certificate } from './certificate.ts';
import { childrenOf, octetsOf, readDer, smallInteger, TAG, timeOf } from './der.ts';
import { type Anchors, buildPath, isValidAt, type Path } from './path.ts';
import { hashOfAlgorithm } from './signature.ts';
import { isSignatureValid, messageDigestOf, OID, readSignedData } from './signed-data.ts';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export type TimestampFault =
  | 'timestamp_unreadable'
  | 'timestamp_other_data'
  | 'timestamp_signature_invalid'
  | 'timestamp_certificate_invalid'
  | 'timestamp_future';

/** A token that says that data existed at a time (RFC 3161). */
export type Timestamp = { readonly time: Date; readonly service: string; readonly path: Path };

/** Checks a token over data. Returns the fault if there is one. Trust in the service is in `path.end`. */
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
  const token = await readSignedData(der);
  if (token.contentType !== OID.timestampInfo || token.content === null || token.unsigned.size > 0)
    return 'timestamp_unreadable';
  const [version, , imprint, , time] = childrenOf(readDer(token.content), TAG.sequence);
  if (smallInteger(version) !== 1) return 'timestamp_unreadable';
  const [algorithm, hashed] = childrenOf(imprint, TAG.sequence);
  const stated = await digest(token.content, hashOfAlgorithm(token.digestAlgorithm));
  if (!isEqual(messageDigestOf(token), stated)) return 'timestamp_signature_invalid';
  if (!(await isSignatureValid(token))) return 'timestamp_signature_invalid';
  if (!isEqual(octetsOf(hashed), await digest(data, hashOfAlgorithm(algorithm))))
    return 'timestamp_other_data';
  const at = timeOf(time);
  const path = await buildPath(token.signer, token.certificates, anchors);
  if (!isServicePath(path, token.certificates) || !isValidAt(path, at))
    return 'timestamp_certificate_invalid';
  if (at > now) return 'timestamp_future';
  return { time: at, service: nameOf(token.signer), path };
}

function isServicePath(path: Path, certificates: readonly Certificate[]): boolean {
  const purposes = path.certificates[0]?.purposes ?? [];
  const areAllUsed = certificates.every((certificate) => path.certificates.includes(certificate));
  return path.fault === null && areAllUsed && purposes.length === 1 && purposes[0] === TIME_STAMPING;
}

function nameOf({ name }: Certificate): string {
  return name.organization ?? name.commonName ?? '';
}
