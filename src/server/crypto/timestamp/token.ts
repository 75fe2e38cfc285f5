import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import { Boolean as AsnBoolean, GeneralizedTime, Integer } from 'asn1js';
import {
  type AsnBlock,
  child,
  children,
  element,
  encoding,
  octetsOf,
  oidOf,
  readElement,
  TAG,
} from '#server/crypto/der.ts';

/** A timestamp token (RFC 3161, 2.4.2) whose signature is valid. Whether its service is trusted is another question. */
export type Timestamp = {
  /** The token (DER), a CMS structure. */
  readonly token: Uint8Array;
  readonly time: Date;
  /** The message imprint as the token encodes it. */
  readonly imprint: Uint8Array;
  /** The nonce's content octets; null for none. */
  readonly nonce: Uint8Array | null;
  /** The service's certificates (DER), its own first. */
  readonly certificates: readonly Uint8Array[];
};

/** A token that can't be used; the message says why, as part of a sentence. */
export class TimestampError extends Error {
  override readonly name = 'TimestampError';
}

const OID = {
  signedData: '1.2.840.113549.1.7.2',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  rsaPss: '1.2.840.113549.1.1.10',
} as const;

/** Digests that are safe to rely on (ETSI TS 119 312). */
const DIGESTS: Readonly<Record<string, string>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/**
 * Reads a token and checks it: one signer, identified by a signed certificate hash, whose certificate may only make
 * timestamps and was valid at the time, and who signed this content. Throws TimestampError.
 */
export function readTimestamp(token: Uint8Array): Timestamp {
  const signedData = child(child(readElement(token), 1), 0);
  const [, , encapsulated, ...rest] = children(signedData);
  const signer = onlySigner(rest.at(-1));
  const content = octetsOf(child(child(encapsulated, 1), 0));
  if (oidOf(child(encapsulated, 0)) !== OID.timestampInfo || content === null)
    throw new TimestampError('the token has no timestamp');

  const certificates = rest.flatMap((part) => (isTagged(part, 0) ? children(part).map(encoding) : []));
  const attributes = attributesOf(child(signer, 3));
  if (oidOf(attributes.get(OID.contentType)) !== OID.timestampInfo)
    throw new TimestampError("the token's signed content type is wrong");
  const certificate = signersCertificate(certificates, attributes);
  checkSignature(signer, content, attributes, certificate);

  const info = readElement(content);
  const [, , imprint, , time, ...optional] = children(info);
  const nonce = optional.find((part) => part instanceof Integer);
  if (imprint === undefined || !(time instanceof GeneralizedTime))
    throw new TimestampError('the timestamp is malformed');
  const timestamp = {
    token,
    time: time.toDate(),
    imprint: encoding(imprint),
    nonce: nonce instanceof Integer ? new Uint8Array(nonce.valueBlock.valueHexView) : null,
    certificates: [certificate, ...certificates.filter((der) => Buffer.compare(der, certificate) !== 0)],
  };
  checkPurpose(certificate, timestamp.time);
  return timestamp;
}

function onlySigner(signers: AsnBlock | undefined): AsnBlock {
  const [signer, ...others] = children(signers);
  if (signer === undefined || others.length > 0)
    throw new TimestampError("the token doesn't have exactly one signer");
  return signer;
}

function isTagged(part: AsnBlock, tag: number): boolean {
  return part.idBlock.tagClass === 3 && part.idBlock.tagNumber === tag;
}

type Attributes = ReadonlyMap<string, AsnBlock | undefined>;

function attributesOf(block: AsnBlock | undefined): Attributes {
  return new Map(children(block).map((one) => [oidOf(child(one, 0)) ?? '', child(child(one, 1), 0)]));
}

/** Finds the certificate that the signed attributes identify by hash (RFC 2634, 5.4; RFC 5035, 3). */
function signersCertificate(certificates: readonly Uint8Array[], attributes: Attributes): Uint8Array {
  const second = attributes.get(OID.signingCertificateV2);
  const id = children(child(child(second ?? attributes.get(OID.signingCertificate), 0), 0));
  const named = second !== undefined && octetsOf(id[0]) === null ? oidOf(child(id[0], 0)) : null;
  const digest = second === undefined ? 'sha1' : named === null ? 'sha256' : DIGESTS[named];
  const expected = id.map(octetsOf).find((octets) => octets !== null);
  const found = certificates.find(
    (der) =>
      digest !== undefined &&
      expected &&
      createHash(digest).update(der).digest().equals(Buffer.from(expected)),
  );
  if (found === undefined) throw new TimestampError("the token doesn't include its signer's certificate");
  return found;
}

function checkSignature(
  signer: AsnBlock,
  content: Uint8Array,
  attributes: Attributes,
  certificate: Uint8Array,
): void {
  const [, , digestAlgorithm, signed, signatureAlgorithm, signature] = children(signer);
  const digest = DIGESTS[oidOf(child(digestAlgorithm, 0)) ?? ''];
  const value = octetsOf(signature);
  if (digest === undefined) throw new TimestampError("the token's digest algorithm isn't accepted");
  const hashed = createHash(digest).update(content).digest();
  if (!hashed.equals(Buffer.from(octetsOf(attributes.get(OID.messageDigest)) ?? new Uint8Array())))
    throw new TimestampError("the token's content was changed");

  const form = element(TAG.set, children(signed).map(encoding));
  const key = new X509Certificate(certificate).publicKey;
  const isPss = oidOf(child(signatureAlgorithm, 0)) === OID.rsaPss;
  const options = isPss ? { key, padding: constants.RSA_PKCS1_PSS_PADDING } : key;
  if (value === null || !verify(digest, form, options, value))
    throw new TimestampError("the token's signature is invalid");
}

/** The extended key usage must be critical and name nothing else (RFC 3161, 2.3). */
function checkPurpose(der: Uint8Array, time: Date): void {
  const toBeSigned = children(child(readElement(der), 0));
  const extensions = children(
    child(
      toBeSigned.find((part) => isTagged(part, 3)),
      0,
    ),
  );
  const usage = extensions.find((extension) => oidOf(child(extension, 0)) === OID.extendedKeyUsage);
  // A criticality that is left out means false.
  const [, critical, value] = children(usage);
  const purposes = children(readElement(octetsOf(value) ?? new Uint8Array())).map(oidOf);
  if (!(critical instanceof AsnBoolean) || !critical.valueBlock.value || purposes.join() !== OID.timeStamping)
    throw new TimestampError("the service's certificate isn't for timestamps alone");
  const { validFrom, validTo } = new X509Certificate(der);
  if (time.getTime() < Date.parse(validFrom) || time.getTime() > Date.parse(validTo))
    throw new TimestampError("the service's certificate wasn't valid at that time");
}
