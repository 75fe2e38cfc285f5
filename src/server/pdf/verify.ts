import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { type Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs';
import { OID } from './cms.ts';
import { findSignature, type FoundSignature } from './signature-hole.ts';

/**
 * What an examination of a sealed file found. `ok` says that the file is, byte for byte, what the holder of the certificate's key sealed; whether that certificate is
 * to be trusted is a separate question for `certificates` (DER, leaf first).
 */
export type SealVerification = {
  ok: boolean;
  /** Why it is not ok, as a sentence part; `null` when it is. */
  reason: string | null;
  signerName: string | null;
  certificates: Uint8Array[];
  byteRange: readonly [number, number, number, number] | null;
  coversWholeFile: boolean;
  digestMatches: boolean;
  signatureMatches: boolean;
  /** How many bytes of the file are the document as it was presented to the signers. */
  presentedLength: number | null;
};

/** A check that failed; caught here and reported, never thrown to the caller. */
class Mismatch extends Error {}

/**
 * Examines the seal of a PDF from its bytes alone (ISO 32000-2, 12.8.1; RFC 5652, 5.4 and 5.6). Strict: one signature whose range leaves out nothing but its own hexadecimal
 * string and reaches the end of the file, one signer, SHA-256, the attributes of PAdES B-B and no others' absence. Never throws, whatever the input.
 */
export function verifySeal(bytes: Uint8Array): Promise<SealVerification> {
  return Promise.resolve(examineSeal(bytes));
}

/** The same examination without a promise, for the thread that has just made a seal. */
export function examineSeal(bytes: Uint8Array): SealVerification {
  const found: SealVerification = {
    ok: false,
    reason: null,
    signerName: null,
    certificates: [],
    byteRange: null,
    coversWholeFile: false,
    digestMatches: false,
    signatureMatches: false,
    presentedLength: null,
  };
  try {
    examine(bytes, found);
    found.ok = true;
  } catch (error) {
    found.reason = error instanceof Mismatch ? error.message : 'the signature is malformed';
  }
  return found;
}

/** Fills in what holds, in order, until something does not. */
function examine(bytes: Uint8Array, found: SealVerification): void {
  const signature = findSignature(bytes);
  if (typeof signature === 'string') throw new Mismatch(signature);
  found.byteRange = signature.byteRange;
  found.presentedLength = signature.presentedLength;

  const signed = parseSignedData(signature.contents);
  const signer = onlySigner(signed);
  const leaf = signersCertificate(signed, signer);
  const x509 = new X509Certificate(new Uint8Array(leaf.toSchema().toBER()));
  found.signerName = commonName(leaf);
  found.certificates = certificatesLeafFirst(signed, leaf);

  const attributes = signedAttributes(signer);
  checkAttributes(attributes, x509);
  found.signatureMatches = signatureHolds(signer, x509);
  found.digestMatches = digestOf(bytes, signature).equals(octets(attributes.get(OID.messageDigest)));
  found.coversWholeFile = signature.coversWholeFile;

  if (!found.signatureMatches)
    throw new Mismatch('the signature was not made with the key of its certificate');
  if (!found.digestMatches) throw new Mismatch('the document was changed after it was sealed');
  if (!found.coversWholeFile) throw new Mismatch('something was appended after the seal');
}

function parseSignedData(contents: Uint8Array): SignedData {
  const { result, offset } = fromBER(new Uint8Array(contents));
  if (offset === -1) throw new Mismatch('the signature is not DER');
  if (contents.subarray(offset).some((byte) => byte !== 0)) {
    throw new Mismatch('the signature is followed by other bytes');
  }
  const info = new ContentInfo({ schema: result });
  if (info.contentType !== OID.signedData) throw new Mismatch('the signature is not CMS SignedData');
  const signed = new SignedData({ schema: info.content });
  if (signed.encapContentInfo.eContentType !== OID.data || signed.encapContentInfo.eContent) {
    throw new Mismatch('the signature is not detached');
  }
  return signed;
}

function onlySigner(signed: SignedData): SignerInfo {
  const [signer, ...others] = signed.signerInfos;
  if (!signer || others.length > 0) throw new Mismatch('the signature does not have exactly one signer');
  if (signer.digestAlgorithm.algorithmId !== OID.sha256) throw new Mismatch('the digest is not SHA-256');
  return signer;
}

function signersCertificate(signed: SignedData, signer: SignerInfo): Certificate {
  const { sid } = signer;
  if (!(sid instanceof IssuerAndSerialNumber)) throw new Mismatch('the signer is not named by issuer');
  const leaf = certificatesOf(signed).find(
    (certificate) =>
      certificate.issuer.isEqual(sid.issuer) && certificate.serialNumber.isEqual(sid.serialNumber),
  );
  if (!leaf) throw new Mismatch("the signer's certificate is missing");
  return leaf;
}

function certificatesOf(signed: SignedData): Certificate[] {
  return (signed.certificates ?? []).filter(
    (certificate): certificate is Certificate => 'serialNumber' in certificate && 'issuer' in certificate,
  );
}

function certificatesLeafFirst(signed: SignedData, leaf: Certificate): Uint8Array[] {
  const others = certificatesOf(signed).filter((certificate) => certificate !== leaf);
  return [leaf, ...others].map((certificate) => new Uint8Array(certificate.toSchema().toBER()));
}

function commonName(certificate: Certificate): string | null {
  const part = certificate.subject.typesAndValues.find(({ type }) => String(type) === '2.5.4.3');
  return part ? String(part.value.valueBlock.value) : null;
}

function signedAttributes(signer: SignerInfo): Map<string, unknown> {
  const attributes = new Map<string, unknown>();
  for (const { type, values } of signer.signedAttrs?.attributes ?? []) {
    if (attributes.has(type) || values.length !== 1) throw new Mismatch('a signed attribute is repeated');
    attributes.set(type, values[0]);
  }
  return attributes;
}

function checkAttributes(attributes: Map<string, unknown>, leaf: X509Certificate): void {
  const contentType = attributes.get(OID.contentType);
  if (!(contentType instanceof ObjectIdentifier) || contentType.valueBlock.toString() !== OID.data) {
    throw new Mismatch('the signed content type is missing');
  }
  if (attributes.has(OID.signingTime)) throw new Mismatch('the signature bears a signing-time attribute');
  const certificateHash = createHash('sha256').update(leaf.raw).digest();
  if (!certificateHash.equals(essCertificateHash(attributes.get(OID.signingCertificateV2)))) {
    throw new Mismatch('the signature is not bound to its certificate');
  }
}

/** The hash in the first ESSCertIDv2; the algorithm must be the default one (RFC 5035, 4). */
function essCertificateHash(value: unknown): Uint8Array {
  const certificates = firstOf(value);
  const certificateId = firstOf(certificates);
  return octets(firstOf(certificateId));
}

function firstOf(value: unknown): unknown {
  return value instanceof Sequence ? value.valueBlock.value[0] : undefined;
}

function octets(value: unknown): Uint8Array {
  if (!(value instanceof OctetString)) throw new Mismatch('a signed attribute is missing or malformed');
  return value.valueBlock.valueHexView;
}

function signatureHolds(signer: SignerInfo, leaf: X509Certificate): boolean {
  const expected = leaf.publicKey.asymmetricKeyType === 'ec' ? OID.ecdsaWithSha256 : OID.rsaEncryption;
  if (signer.signatureAlgorithm.algorithmId !== expected || !signer.signedAttrs) return false;
  const attributes = new Uint8Array(signer.signedAttrs.encodedValue);
  return verify('sha256', attributes, leaf.publicKey, signer.signature.valueBlock.valueHexView);
}

function digestOf(bytes: Uint8Array, signature: FoundSignature): Buffer {
  const [start, length, secondStart, secondLength] = signature.byteRange;
  return createHash('sha256')
    .update(bytes.subarray(start, start + length))
    .update(bytes.subarray(secondStart, secondStart + secondLength))
    .digest();
}
