import { createHash, createPrivateKey, type KeyObject, sign, X509Certificate } from 'node:crypto';
import { fromBER, Integer, Null, ObjectIdentifier, Sequence } from 'asn1js';
import type { SealSigner } from './seal-request.ts';

/** Object identifiers of CMS (RFC 5652) and CAdES (RFC 5035). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** DER tags (ITU-T X.690). */
const TAG = { octetString: 0x04, sequence: 0x30, set: 0x31, context0: 0xa0, contextOctets4: 0xa4 } as const;

/**
 * Signs a document digest as PAdES B-B requires (ETSI EN 319 142-1, 6.3): one signer, SHA-256, the attributes
 * content-type, message-digest and signing-certificate-v2, and no signing-time, because the dictionary's /M has it.
 */
export function signedData(digest: Uint8Array, signer: SealSigner): Uint8Array {
  const key = privateKey(signer);
  const attributes = signedAttributes(digest, signer.certificate);
  const signature = sign('sha256', signedForm(attributes), key);
  return encodeSignedData({
    certificates: [signer.certificate, ...signer.chain],
    leaf: signer.certificate,
    keyType: key.asymmetricKeyType,
    attributes,
    signature,
  });
}

/** The variable parts of a seal's CMS structure. */
export type SignedDataParts = {
  certificates: readonly Uint8Array[];
  /** One of `certificates`. */
  leaf: Uint8Array;
  keyType: KeyObject['asymmetricKeyType'];
  attributes: readonly Uint8Array[];
  signature: Uint8Array;
};

/** Encodes the structure in DER, the only encoding that verification accepts. */
export function encodeSignedData(parts: SignedDataParts): Uint8Array {
  const { issuer, serialNumber } = certificateParts(parts.leaf);
  const signerInfo = element(TAG.sequence, [
    integer(1),
    element(TAG.sequence, [issuer, serialNumber]),
    algorithm(OID.sha256),
    element(TAG.context0, setOrder(parts.attributes)),
    signatureAlgorithm(parts.keyType),
    element(TAG.octetString, [parts.signature]),
  ]);
  const content = element(TAG.sequence, [
    integer(1),
    element(TAG.set, [algorithm(OID.sha256)]),
    element(TAG.sequence, [oid(OID.data)]),
    element(TAG.context0, setOrder(parts.certificates)),
    element(TAG.set, [signerInfo]),
  ]);
  return element(TAG.sequence, [oid(OID.signedData), element(TAG.context0, [content])]);
}

/** Encodes what is signed: the attributes as a SET (tag 0x31), although they are stored as [0] (RFC 5652, 5.4). */
export function signedForm(attributes: readonly Uint8Array[]): Uint8Array {
  return element(TAG.set, setOrder(attributes));
}

function privateKey(signer: SealSigner): KeyObject {
  if (!(signer.privateKey instanceof Uint8Array)) return signer.privateKey;
  return createPrivateKey({ key: Buffer.from(signer.privateKey), format: 'der', type: 'pkcs8' });
}

type CertificateParts = { issuer: Uint8Array; serialNumber: Uint8Array };

/** Returns issuer and serial number exactly as the certificate encodes them. */
function certificateParts(der: Uint8Array): CertificateParts {
  const { result, offset } = fromBER(new Uint8Array(new X509Certificate(der).raw));
  const toBeSigned = result instanceof Sequence ? result.valueBlock.value[0] : undefined;
  if (offset === -1 || !(toBeSigned instanceof Sequence))
    throw new Error('the seal certificate is malformed');
  const fields = toBeSigned.valueBlock.value;
  // version [0] is present in every certificate since X.509 v3.
  const first = fields[0]?.idBlock.tagClass === 3 ? 1 : 0;
  const serialNumber = fields[first];
  const issuer = fields[first + 2];
  if (!serialNumber || !issuer) throw new Error('the seal certificate is malformed');
  return {
    serialNumber: new Uint8Array(serialNumber.valueBeforeDecodeView),
    issuer: new Uint8Array(issuer.valueBeforeDecodeView),
  };
}

function signedAttributes(digest: Uint8Array, certificate: Uint8Array): Uint8Array[] {
  const leaf = certificateParts(certificate);
  // ESSCertIDv2 (RFC 5035, 4) without the hash algorithm: SHA-256 is its default.
  const certificateId = element(TAG.sequence, [
    element(TAG.octetString, [createHash('sha256').update(certificate).digest()]),
    element(TAG.sequence, [
      element(TAG.sequence, [element(TAG.contextOctets4, [leaf.issuer])]),
      leaf.serialNumber,
    ]),
  ]);
  return setOrder([
    attribute(OID.contentType, oid(OID.data)),
    attribute(OID.messageDigest, element(TAG.octetString, [digest])),
    attribute(OID.signingCertificateV2, element(TAG.sequence, [element(TAG.sequence, [certificateId])])),
  ]);
}

function attribute(type: string, value: Uint8Array): Uint8Array {
  return element(TAG.sequence, [oid(type), element(TAG.set, [value])]);
}

function signatureAlgorithm(keyType: KeyObject['asymmetricKeyType']): Uint8Array {
  switch (keyType) {
    case 'rsa':
      return algorithm(OID.rsaEncryption, new Uint8Array(new Null().toBER()));
    case 'ec':
      return algorithm(OID.ecdsaWithSha256);
    default:
      throw new Error(`a ${keyType ?? 'secret'} key cannot seal`);
  }
}

function algorithm(type: string, ...parameters: Uint8Array[]): Uint8Array {
  return element(TAG.sequence, [oid(type), ...parameters]);
}

function oid(value: string): Uint8Array {
  return new Uint8Array(new ObjectIdentifier({ value }).toBER());
}

function integer(value: number): Uint8Array {
  return new Uint8Array(new Integer({ value }).toBER());
}

/** DER sorts the elements of a SET OF by their encodings (X.690, 11.6). */
function setOrder(elements: readonly Uint8Array[]): Uint8Array[] {
  return elements.toSorted((one, other) => Buffer.compare(one, other));
}

/** Encodes a DER element of definite length around encoded parts. */
function element(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), lengthOctets(content.length), content]);
}

function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}
