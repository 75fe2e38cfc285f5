import { isEqual, Malformed } from '../bytes.ts';
import { type Certificate, type Extension, readTaggedExtensions, readCertificate } from './certificate.ts';
import {
  readBits,
  readChildren,
  type Der,
  expectTag,
  readGeneralizedTime,
  readIntegerHex,
  readOctets,
  readOid,
  readDer,
  readSmallInteger,
  TAG,
} from './der.ts';
import { isSignedBy } from './signature.ts';

const BASIC = '1.3.6.1.5.5.7.48.1.1';
const RESPONDER = '1.3.6.1.5.5.7.3.9';
const HASHES: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};
const ENUMERATED = 0x0a;
const MAX_ANSWERS = 64;

/** A responder's answer about one certificate. */
export type OcspAnswer = {
  readonly hash: string;
  readonly issuerNameHash: Uint8Array;
  readonly issuerKeyHash: Uint8Array;
  readonly serialNumber: string;
  readonly status: 'good' | 'unknown' | { readonly revokedAt: Date };
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | null;
};

/** A successful basic OCSP response (RFC 6960, 4.2). */
export type OcspResponse = {
  readonly signed: Uint8Array;
  readonly producedAt: Date;
  readonly answers: readonly OcspAnswer[];
  readonly algorithm: Der;
  readonly signature: Uint8Array;
  readonly certificates: readonly Certificate[];
};

/** Reads a response. Throws if it has no answers, or a critical extension. */
export function readOcspResponse(der: Uint8Array): OcspResponse {
  const [status, wrapper, ...more] = readChildren(readDer(der), TAG.sequence);
  const [type, basic] = readChildren(readChildren(wrapper, 0xa0)[0], TAG.sequence);
  if (expectTag(status, ENUMERATED).content[0] !== 0 || more.length > 0 || readOid(type) !== BASIC)
    throw new Malformed('an OCSP response has no answer');
  const [body, algorithm, signature, own, ...rest] = readChildren(readDer(readOctets(basic)), TAG.sequence);
  const fields = readChildren(body, TAG.sequence);
  // Version 1 is the default, which DER omits, but some responders write it.
  const version = fields[0]?.tag === 0xa0 ? requireOnlyChild(fields.shift()) : null;
  const [responder, producedAt, answers, extensions, ...others] = fields;
  if ((version !== null && readSmallInteger(version) !== 0) || rest.length + others.length > 0)
    throw new Malformed('an OCSP response is malformed');
  expectResponder(responder);
  refuseCritical(readTaggedExtensions(extensions));
  const list = readChildren(answers, TAG.sequence);
  if (list.length === 0 || list.length > MAX_ANSWERS) throw new Malformed('an OCSP response has no answer');
  return {
    signed: expectTag(body, TAG.sequence).bytes,
    producedAt: readGeneralizedTime(producedAt),
    answers: list.map(readAnswer),
    algorithm: expectTag(algorithm, TAG.sequence),
    signature: readBits(signature),
    certificates:
      own === undefined
        ? []
        : readChildren(readChildren(own, 0xa0)[0], TAG.sequence).map(({ bytes }) => readCertificate(bytes)),
  };
}

function readAnswer(answer: Der): OcspAnswer {
  const [id, status, thisUpdate, ...optional] = readChildren(answer, TAG.sequence);
  const [algorithm, nameHash, keyHash, serial] = readChildren(id, TAG.sequence);
  const hash = HASHES[readOid(readChildren(algorithm, TAG.sequence)[0])];
  const next = optional.find(({ tag }) => tag === 0xa0);
  refuseCritical(readTaggedExtensions(optional.find(({ tag }) => tag === 0xa1)));
  if (hash === undefined) throw new Malformed('an OCSP response has an unknown hash');
  return {
    hash,
    issuerNameHash: readOctets(nameHash),
    issuerKeyHash: readOctets(keyHash),
    serialNumber: readIntegerHex(serial),
    status: readStatus(status),
    thisUpdate: readGeneralizedTime(thisUpdate),
    nextUpdate: next === undefined ? null : readGeneralizedTime(readChildren(next)[0]),
  };
}

function readStatus(status: Der | undefined): OcspAnswer['status'] {
  if (status?.tag === 0x80 && status.content.length === 0) return 'good';
  if (status?.tag === 0x82 && status.content.length === 0) return 'unknown';
  if (status?.tag !== 0xa1) throw new Malformed('an OCSP response has an unknown status');
  const [date, reason, ...more] = readChildren(status);
  if (reason !== undefined) expectTag(requireOnlyChild(expectTag(reason, 0xa0)), ENUMERATED);
  if (more.length > 0) throw new Malformed('an OCSP response has an unknown status');
  return { revokedAt: readGeneralizedTime(date) };
}

/** A responder's name, or the hash of its key. */
function expectResponder(responder: Der | undefined): void {
  const tag = responder?.tag === 0xa1 ? TAG.sequence : TAG.octetString;
  if (responder?.tag !== 0xa1 && responder?.tag !== 0xa2)
    throw new Malformed('an OCSP response names no responder');
  expectTag(requireOnlyChild(responder), tag);
}

function requireOnlyChild(wrapper: Der | undefined): Der {
  const [child, ...more] = readChildren(wrapper);
  if (child === undefined || more.length > 0) throw new Malformed('a DER structure has another form');
  return child;
}

function refuseCritical(extensions: ReadonlyMap<string, Extension>): void {
  if ([...extensions.values()].some(({ isCritical }) => isCritical))
    throw new Malformed('an OCSP response has a critical extension');
}

/**
 * Whether an answer concerns a certificate of this authority, by the hashes of the authority's name and key.
 */
export async function isAbout(answer: OcspAnswer, { subject, spki }: Certificate): Promise<boolean> {
  const [, key] = readChildren(readDer(spki), TAG.sequence);
  const digest = async (bytes: Uint8Array) =>
    new Uint8Array(await crypto.subtle.digest(answer.hash, Uint8Array.from(bytes)));
  return (
    isEqual(await digest(subject), answer.issuerNameHash) &&
    isEqual(await digest(readBits(key)), answer.issuerKeyHash)
  );
}

/**
 * Whether the response was signed by an authority, or by a responder with a certificate that the authority
 * issued for this purpose (RFC 6960, 4.2.2.2).
 */
export async function isResponseSignedBy(response: OcspResponse, authority: Certificate): Promise<boolean> {
  const { algorithm, signed: data, signature, certificates, producedAt } = response;
  if (await isSignedBy({ algorithm, spki: authority.spki, data, signature })) return true;
  for (const one of certificates) {
    const isResponder =
      one.purposes?.includes(RESPONDER) === true &&
      one.unknownCritical.length === 0 &&
      one.notBefore <= producedAt &&
      producedAt <= one.notAfter &&
      isEqual(one.issuer, authority.subject);
    const { algorithm: own, signed, signature: issued } = one;
    if (
      isResponder &&
      (await isSignedBy({ algorithm: own, spki: authority.spki, data: signed, signature: issued })) &&
      (await isSignedBy({ algorithm, spki: one.spki, data, signature }))
    )
      return true;
  }
  return false;
}
