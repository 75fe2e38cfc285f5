import { concat, isEqual, Malformed } from '../bytes.ts';
import { digest } from '../sha256.ts';
import { type Certificate, readCertificate } from './certificate.ts';
import {
  readChildren,
  type Der,
  expectTag,
  readIntegerHex,
  readOctets,
  readOid,
  readDer,
  readSmallInteger,
  TAG,
} from './der.ts';
import { hashOfAlgorithm, isSignedBy } from './signature.ts';

/** Object identifiers of CMS (RFC 5652), ESS (RFC 5035) and time-stamps (RFC 3161). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
} as const;

/** A SignedData structure with one signer, read so strictly that no byte of it can vary. */
export type SignedData = {
  readonly contentType: string;
  readonly content: Uint8Array | null;
  readonly certificates: readonly Certificate[];
  readonly signer: Certificate;
  /** Each signed attribute's only value. */
  readonly attributes: ReadonlyMap<string, Der>;
  readonly unsigned: ReadonlyMap<string, Der>;
  readonly signature: Uint8Array;
  readonly signedAttributes: Uint8Array;
  readonly digestAlgorithm: Der;
  readonly signatureAlgorithm: Der;
};

/** Limits the certificates: paths have at most eight, and each one may have to be tried as an issuer. */
const MAX_CERTIFICATES = 64;

export async function readSignedData(der: Uint8Array): Promise<SignedData> {
  const [type, wrapper, ...more] = readChildren(readDer(der), TAG.sequence);
  if (readOid(type) !== OID.signedData || more.length > 0) throw new Malformed('not a SignedData structure');
  const body = requireOnlyChild(wrapper, 0xa0);
  const [version, digests, encapsulated, certificateSet, signers, ...extra] = readChildren(
    body,
    TAG.sequence,
  );
  if (extra.length > 0) throw new Malformed('a SignedData structure has other parts');
  const digestAlgorithm = requireOnlyChild(digests, TAG.set);
  const [contentTypeElement, contentWrapper, ...others] = readChildren(encapsulated, TAG.sequence);
  const contentType = readOid(contentTypeElement);
  if (others.length > 0 || readSmallInteger(version) !== (contentType === OID.data ? 1 : 3))
    throw new Malformed('a SignedData structure has another version');
  const certificateElements = readChildren(certificateSet, 0xa0);
  if (certificateElements.length > MAX_CERTIFICATES)
    throw new Malformed('a SignedData structure has too many certificates');
  const certificates = certificateElements.map(({ bytes }) => readCertificate(bytes));
  const info = readSignerInfo(requireOnlyChild(signers, TAG.set), digestAlgorithm);
  const content = contentWrapper === undefined ? null : readOctets(requireOnlyChild(contentWrapper, 0xa0));
  const signer = await findSignerCertificate(certificates, info);
  return { contentType, content, certificates, signer, digestAlgorithm, ...info };
}

type SignerInfo = Pick<
  SignedData,
  'attributes' | 'unsigned' | 'signature' | 'signedAttributes' | 'signatureAlgorithm'
> & { readonly issuer: Uint8Array; readonly serialNumber: string };

function readSignerInfo(element: Der, digestAlgorithm: Der): SignerInfo {
  const [version, identifier, ownDigest, signed, signatureAlgorithm, signature, unsigned, ...more] =
    readChildren(element, TAG.sequence);
  const [issuer, serial, ...others] = readChildren(identifier, TAG.sequence);
  if (readSmallInteger(version) !== 1 || more.length + others.length > 0)
    throw new Malformed('a SignerInfo has another version');
  // Both places name the digest algorithm, and only this ties the first one to the signature.
  if (!isEqual(expectTag(ownDigest, TAG.sequence).bytes, digestAlgorithm.bytes))
    throw new Malformed('a SignedData structure names two digests');
  const signedElement = expectTag(signed, 0xa0);
  return {
    issuer: expectTag(issuer, TAG.sequence).bytes,
    serialNumber: readIntegerHex(serial),
    attributes: readAttributes(signedElement),
    signedAttributes: concat([Uint8Array.of(TAG.set), signedElement.bytes.subarray(1)]),
    signatureAlgorithm: expectTag(signatureAlgorithm, TAG.sequence),
    signature: readOctets(signature),
    unsigned: unsigned === undefined ? new Map() : readAttributes(expectTag(unsigned, 0xa1)),
  };
}

function readAttributes(set: Der): Map<string, Der> {
  const attributes = new Map<string, Der>();
  for (const attribute of readChildren(set)) {
    const [type, values, ...more] = readChildren(attribute, TAG.sequence);
    const oid = readOid(type);
    if (attributes.has(oid) || more.length > 0) throw new Malformed('an attribute is repeated');
    attributes.set(oid, requireOnlyChild(values, TAG.set));
  }
  return attributes;
}

/**
 * Finds the certificate that the signed attributes identify by hash, and compares the identifier outside
 * them.
 */
async function findSignerCertificate(
  certificates: readonly Certificate[],
  info: SignerInfo,
): Promise<Certificate> {
  const named = certificates.filter(
    ({ issuer, serialNumber }) => isEqual(issuer, info.issuer) && serialNumber === info.serialNumber,
  );
  const [signer] = named;
  if (signer === undefined || named.length > 1) throw new Malformed("the signer's certificate is missing");
  const second = info.attributes.get(OID.signingCertificateV2);
  const first = info.attributes.get(OID.signingCertificate);
  if (second === undefined && first === undefined) throw new Malformed('no attribute names the certificate');
  if (second !== undefined && !(await isNamed(signer, second)))
    throw new Malformed('another certificate is named');
  if (first !== undefined && !(await isNamedBySha1(signer, first)))
    throw new Malformed('another certificate is named');
  return signer;
}

/** Compares the first ESSCertIDv2 (RFC 5035, 4), whose hash is SHA-256 unless it says otherwise. */
async function isNamed({ der }: Certificate, value: Der): Promise<boolean> {
  const parts = readChildren(getFirstIdentifier(value), TAG.sequence);
  const algorithm = parts[0]?.tag === TAG.sequence ? hashOfAlgorithm(parts[0]) : 'SHA-256';
  const hash = readOctets(parts.find(({ tag }) => tag === TAG.octetString));
  return isEqual(hash, await digest(der, algorithm));
}

/**
 * ESSCertID (RFC 2634) supports only SHA-1. The signer's name, serial number and signature are compared as
 * well.
 */
async function isNamedBySha1({ der }: Certificate, value: Der): Promise<boolean> {
  const hash = readOctets(readChildren(getFirstIdentifier(value), TAG.sequence)[0]);
  return isEqual(hash, new Uint8Array(await crypto.subtle.digest('SHA-1', Uint8Array.from(der))));
}

function getFirstIdentifier(value: Der): Der | undefined {
  return readChildren(readChildren(value, TAG.sequence)[0], TAG.sequence)[0];
}

function requireOnlyChild(element: Der | undefined, tag: number): Der {
  const [child, ...others] = readChildren(element, tag);
  if (child === undefined || others.length > 0)
    throw new Malformed('a DER structure has another number of parts');
  return child;
}

/** Whether the signer's key signed the attributes, and the attributes contain the content type. */
export async function isSignatureValid(data: SignedData): Promise<boolean> {
  const contentType = data.attributes.get(OID.contentType);
  if (readOid(contentType) !== data.contentType) return false;
  return await isSignedBy({
    algorithm: data.signatureAlgorithm,
    spki: data.signer.spki,
    data: data.signedAttributes,
    signature: data.signature,
    hash: hashOfAlgorithm(data.digestAlgorithm),
  });
}

/** Returns the content's digest from the signed attributes. */
export function readMessageDigest(data: SignedData): Uint8Array {
  return readOctets(data.attributes.get(OID.messageDigest));
}
