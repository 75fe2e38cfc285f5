import { createHash, X509Certificate } from 'node:crypto';
import { readChildren, readDer } from '#verify/x509/der.ts';
import {
  encodeAlgorithm,
  encodeElement,
  encodeInteger,
  encodeNull,
  encodeOid,
  setOrder,
  SHA256,
  TAG,
} from '#server/crypto/der.ts';
import type { SealCertificates } from './seal-request.ts';

/** Object identifiers of CMS (RFC 5652) and CAdES (RFC 5035, RFC 3161). */
const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/**
 * Returns the signed attributes of a PAdES baseline seal (ETSI EN 319 142-1, 6.3): content-type,
 * message-digest and signing-certificate-v2. There is no signing-time because the dictionary's /M has the
 * time.
 */
export function buildSignedAttributes(digest: Uint8Array, certificate: Uint8Array): Uint8Array[] {
  const leaf = readCertificateParts(certificate);
  // ESSCertIDv2 (RFC 5035, 4) without the hash algorithm, because SHA-256 is its default.
  const certificateId = encodeElement(TAG.sequence, [
    encodeElement(TAG.octetString, [createHash('sha256').update(certificate).digest()]),
    encodeElement(TAG.sequence, [
      encodeElement(TAG.sequence, [encodeElement(TAG.contextOctets4, [leaf.issuer])]),
      leaf.serialNumber,
    ]),
  ]);
  return setOrder([
    encodeAttribute(OID.contentType, encodeOid(OID.data)),
    encodeAttribute(OID.messageDigest, encodeElement(TAG.octetString, [digest])),
    encodeAttribute(
      OID.signingCertificateV2,
      encodeElement(TAG.sequence, [encodeElement(TAG.sequence, [certificateId])]),
    ),
  ]);
}

/**
 * Encodes the attributes in the form that is signed: as a SET (tag 0x31), although they are stored as [0]
 * (RFC 5652, 5.4).
 */
export function encodeSignedForm(attributes: readonly Uint8Array[]): Uint8Array {
  return encodeElement(TAG.set, setOrder(attributes));
}

/** The variable parts of a seal's CMS structure. */
export type SignedDataParts = {
  certificates: readonly Uint8Array[];
  /** The signing certificate, which is one of `certificates`. */
  leaf: Uint8Array;
  attributes: readonly Uint8Array[];
  signature: Uint8Array;
  /** A timestamp of the signature, which raises the level from B-B to B-T. */
  timestamp: Uint8Array | null;
};

/** Encodes the CMS structure in DER, the only encoding that verification accepts. */
export function encodeSignedData(parts: SignedDataParts): Uint8Array {
  const { issuer, serialNumber } = readCertificateParts(parts.leaf);
  const signerInfo = encodeElement(TAG.sequence, [
    encodeInteger(1),
    encodeElement(TAG.sequence, [issuer, serialNumber]),
    encodeAlgorithm(SHA256),
    encodeElement(TAG.context0, setOrder(parts.attributes)),
    encodeSignatureAlgorithm(parts.leaf),
    encodeElement(TAG.octetString, [parts.signature]),
    ...(parts.timestamp === null
      ? []
      : [encodeElement(TAG.context1, [encodeAttribute(OID.timeStampToken, parts.timestamp)])]),
  ]);
  const content = encodeElement(TAG.sequence, [
    encodeInteger(1),
    encodeElement(TAG.set, [encodeAlgorithm(SHA256)]),
    encodeElement(TAG.sequence, [encodeOid(OID.data)]),
    encodeElement(TAG.context0, setOrder(parts.certificates)),
    encodeElement(TAG.set, [signerInfo]),
  ]);
  return encodeElement(TAG.sequence, [encodeOid(OID.signedData), encodeElement(TAG.context0, [content])]);
}

/** Returns the maximum size in bytes of a seal's CMS structure without a timestamp. */
export function getMaxSignedDataBytes({ certificate, chain }: SealCertificates): number {
  const empty = encodeSignedData({
    certificates: [certificate, ...chain],
    leaf: certificate,
    attributes: buildSignedAttributes(new Uint8Array(32), certificate),
    signature: new Uint8Array(getMaxSignatureBytes(certificate)),
    timestamp: null,
  });
  return empty.length;
}

/** An ECDSA signature is a DER sequence of two integers, each with a header and possibly a leading zero. */
function getMaxSignatureBytes(certificate: Uint8Array): number {
  const { asymmetricKeyDetails: details } = new X509Certificate(certificate).publicKey;
  if (details?.modulusLength !== undefined) return Math.ceil(details.modulusLength / 8);
  const scalarBytes = { prime256v1: 32, secp384r1: 48, secp521r1: 66 }[details?.namedCurve ?? ''] ?? 66;
  return 2 * (scalarBytes + 3) + 4;
}

/**
 * The most bytes that a timestamp's attribute adds around its token: headers, the attribute type, and longer
 * lengths in the enclosing elements.
 */
export const TOKEN_ATTRIBUTE_BYTES = 48;

type CertificateParts = { issuer: Uint8Array; serialNumber: Uint8Array };

/** Returns the issuer and the serial number exactly as the certificate encodes them. */
function readCertificateParts(der: Uint8Array): CertificateParts {
  const fields = readChildren(readChildren(readDer(der))[0]);
  // Every certificate since X.509 v3 begins with version [0].
  const first = fields[0]?.tag === TAG.context0 ? 1 : 0;
  const serialNumber = fields[first];
  const issuer = fields[first + 2];
  if (!serialNumber || !issuer) throw new Error('the seal certificate is malformed');
  return { serialNumber: serialNumber.bytes, issuer: issuer.bytes };
}

function encodeAttribute(type: string, value: Uint8Array): Uint8Array {
  return encodeElement(TAG.sequence, [encodeOid(type), encodeElement(TAG.set, [value])]);
}

function encodeSignatureAlgorithm(certificate: Uint8Array): Uint8Array {
  const { asymmetricKeyType } = new X509Certificate(certificate).publicKey;
  switch (asymmetricKeyType) {
    case 'rsa':
      return encodeAlgorithm(OID.rsaEncryption, encodeNull());
    case 'ec':
      return encodeAlgorithm(OID.ecdsaWithSha256);
    default:
      throw new Error(`a ${asymmetricKeyType ?? 'secret'} key cannot seal`);
  }
}
