import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  type BaseBlock as AsnBlock,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as AsnSet,
} from 'asn1js';
import { encodeSignedData, OID, signedForm } from './cms.ts';
import { findSignature, type FoundSignature } from './signature-hole.ts';

/**
 * The result of verifying a sealed file. `ok` means that the file is, byte for byte, what the certificate's key
 * sealed. Whether to trust `certificates` (DER, leaf first) is a separate question.
 */
export type SealVerification = {
  ok: boolean;
  /** Why it isn't ok, as part of a sentence; `null` if it is. */
  reason: string | null;
  signerName: string | null;
  certificates: Uint8Array[];
  byteRange: readonly [number, number, number, number] | null;
  coversWholeFile: boolean;
  digestMatches: boolean;
  signatureMatches: boolean;
  /** How many bytes at the start are the document as signers saw it. */
  presentedLength: number | null;
};

/** A failed check; caught here and returned, never thrown to the caller. */
class Mismatch extends Error {}

/**
 * Verifies a PDF's seal from its bytes alone (ISO 32000-2, 12.8.1; RFC 5652, 5.4 and 5.6). Strict: one signature whose
 * range leaves out only its own hexadecimal string and reaches the end of the file, one signer, SHA-256, and exactly
 * the attributes of PAdES B-B. Never throws.
 */
export function verifySeal(bytes: Uint8Array): Promise<SealVerification> {
  return Promise.resolve(examineSeal(bytes));
}

/** Verifies synchronously, for the thread that has just sealed. */
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

/** Fills in what is valid, in order, until a check fails. */
function examine(bytes: Uint8Array, found: SealVerification): void {
  const signature = findSignature(bytes);
  if (typeof signature === 'string') throw new Mismatch(signature);
  found.byteRange = signature.byteRange;
  found.presentedLength = signature.presentedLength;

  const cms = parseSignedData(signature.contents);
  const attributes = attributesByType(cms.attributes);
  const leaf = signersCertificate(cms.certificates, attributes);
  found.signerName = commonName(leaf);
  found.certificates = leafFirst(cms.certificates, leaf);
  refuseOtherEncodings(signature.contents, cms, leaf);
  checkAttributes(attributes);

  found.signatureMatches = verify('sha256', signedForm(cms.attributes), leaf.publicKey, cms.signature);
  found.digestMatches = digestOf(bytes, signature).equals(octets(attributes.get(OID.messageDigest)));
  found.coversWholeFile = signature.coversWholeFile;

  if (!found.signatureMatches) throw new Mismatch("the signature wasn't made with its certificate's key");
  if (!found.digestMatches) throw new Mismatch('the document was changed after it was sealed');
  if (!found.coversWholeFile) throw new Mismatch('data was appended after the seal');
}

type Parsed = { certificates: Uint8Array[]; attributes: Uint8Array[]; signature: Uint8Array };

/** Reads only the variable parts of the structure. Encoding it again shows whether the rest is as it must be. */
function parseSignedData(contents: Uint8Array): Parsed {
  const { result, offset } = fromBER(new Uint8Array(contents));
  if (offset === -1) throw new Mismatch('the signature is not DER');
  const content = child(child(result, 1), 0);
  const [certificates, signerInfos] = children(content).slice(3);
  const [signer, ...others] = children(signerInfos);
  if (!signer || others.length > 0) throw new Mismatch("the signature doesn't have exactly one signer");
  return {
    certificates: children(certificates).map(encoding),
    attributes: children(child(signer, 3)).map(encoding),
    signature: octets(child(signer, 5)),
  };
}

/** Any other encoding could be read differently by another reader, or hide something. */
function refuseOtherEncodings(contents: Uint8Array, cms: Parsed, leaf: X509Certificate): void {
  const keyType = leaf.publicKey.asymmetricKeyType;
  const canonical = encodeSignedData({ ...cms, leaf: leaf.raw, keyType });
  const padding = contents.subarray(canonical.length);
  if (Buffer.compare(contents.subarray(0, canonical.length), canonical) !== 0) {
    throw new Mismatch("the signature's encoding isn't that of a seal");
  }
  if (padding.some((byte) => byte !== 0)) throw new Mismatch('the signature is followed by other bytes');
}

/** Finds the certificate that the signed attributes identify by hash (signing-certificate-v2, RFC 5035). */
function signersCertificate(certificates: readonly Uint8Array[], attributes: Attributes): X509Certificate {
  const expected = essCertificateHash(attributes.get(OID.signingCertificateV2));
  const leaf = certificates.find((der) => createHash('sha256').update(der).digest().equals(expected));
  if (!leaf) throw new Mismatch("the signer's certificate is missing or altered");
  return new X509Certificate(leaf);
}

function leafFirst(certificates: readonly Uint8Array[], leaf: X509Certificate): Uint8Array[] {
  const others = certificates.filter((der) => !leaf.raw.equals(der));
  return [new Uint8Array(leaf.raw), ...others];
}

function commonName(certificate: X509Certificate): string | null {
  const name = certificate.toLegacyObject().subject.CN;
  return typeof name === 'string' ? name : null;
}

type Attributes = ReadonlyMap<string, AsnBlock | undefined>;

function attributesByType(encoded: readonly Uint8Array[]): Attributes {
  const attributes = new Map<string, AsnBlock | undefined>();
  for (const der of encoded) {
    const [type, values] = children(fromBER(new Uint8Array(der)).result);
    const [value, ...others] = children(values);
    const name = type instanceof ObjectIdentifier ? type.valueBlock.toString() : '';
    if (attributes.has(name) || others.length > 0) throw new Mismatch('a signed attribute is repeated');
    attributes.set(name, value);
  }
  return attributes;
}

function checkAttributes(attributes: Attributes): void {
  const contentType = attributes.get(OID.contentType);
  if (!(contentType instanceof ObjectIdentifier) || contentType.valueBlock.toString() !== OID.data) {
    throw new Mismatch('the signed content type is missing');
  }
  if (attributes.has(OID.signingTime)) throw new Mismatch('the signature has a signing-time attribute');
}

/** Returns the hash in the first ESSCertIDv2; its algorithm must be left out, as the default (RFC 5035, 4). */
function essCertificateHash(value: AsnBlock | undefined): Uint8Array {
  return octets(child(child(child(value, 0), 0), 0));
}

function children(block: AsnBlock | undefined): AsnBlock[] {
  return block instanceof Constructed || block instanceof Sequence || block instanceof AsnSet
    ? block.valueBlock.value
    : [];
}

function child(block: AsnBlock | undefined, index: number): AsnBlock | undefined {
  return children(block)[index];
}

function encoding(block: AsnBlock): Uint8Array {
  return new Uint8Array(block.valueBeforeDecodeView);
}

function octets(block: AsnBlock | undefined): Uint8Array {
  if (!(block instanceof OctetString)) throw new Mismatch('a part of the signature is missing or malformed');
  return block.valueBlock.valueHexView;
}

function digestOf(bytes: Uint8Array, signature: FoundSignature): Buffer {
  const [start, length, secondStart, secondLength] = signature.byteRange;
  return createHash('sha256')
    .update(bytes.subarray(start, start + length))
    .update(bytes.subarray(secondStart, secondStart + secondLength))
    .digest();
}
