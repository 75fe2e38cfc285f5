import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  type AsnBlock,
  child,
  children,
  encoding,
  octetsOf,
  oidOf,
  readElement,
} from '#server/crypto/der.ts';
import { encodeSignedData, OID, signedForm } from './cms.ts';
import { findSignature, type FoundSignature } from './signature-hole.ts';
import { tailFault } from './levels/tail.ts';

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
 * range leaves out only its own hexadecimal string and reaches the end of the file or of what long-term validation data
 * follows, one signer, SHA-256, and exactly the attributes of PAdES B-B or B-T. Never throws.
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
  if (found.coversWholeFile) return;
  const [, , secondStart, secondLength] = signature.byteRange;
  const fault = tailFault(bytes, secondStart + secondLength);
  if (fault !== null) throw new Mismatch(fault);
}

type Parsed = {
  certificates: Uint8Array[];
  attributes: Uint8Array[];
  signature: Uint8Array;
  timestamp: Uint8Array | null;
};

/** Reads only the variable parts of the structure. Encoding it again shows whether the rest is as it must be. */
export function parseSignedData(contents: Uint8Array): Parsed {
  const signedData = readElement(contents);
  if (signedData === null) throw new Mismatch('the signature is not DER');
  const content = child(child(signedData, 1), 0);
  const [certificates, signerInfos] = children(content).slice(3);
  const [signer, ...others] = children(signerInfos);
  if (!signer || others.length > 0) throw new Mismatch("the signature doesn't have exactly one signer");
  return {
    certificates: children(certificates).map(encoding),
    attributes: children(child(signer, 3)).map(encoding),
    signature: octets(child(signer, 5)),
    timestamp: timestampOf(child(signer, 6)),
  };
}

/** Reads the one unsigned attribute that a seal can have. Encoding the structure again shows whether it is that one. */
function timestampOf(unsigned: AsnBlock | undefined): Uint8Array | null {
  const token = child(child(child(unsigned, 0), 1), 0);
  return token === undefined ? null : encoding(token);
}

/** Any other encoding could be read differently by another reader, or hide something. */
function refuseOtherEncodings(contents: Uint8Array, cms: Parsed, leaf: X509Certificate): void {
  const canonical = encodeSignedData({ ...cms, leaf: leaf.raw });
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
    const [type, values] = children(readElement(der));
    const [value, ...others] = children(values);
    const name = oidOf(type) ?? '';
    if (attributes.has(name) || others.length > 0) throw new Mismatch('a signed attribute is repeated');
    attributes.set(name, value);
  }
  return attributes;
}

function checkAttributes(attributes: Attributes): void {
  if (oidOf(attributes.get(OID.contentType)) !== OID.data)
    throw new Mismatch('the signed content type is missing');
  if (attributes.has(OID.signingTime)) throw new Mismatch('the signature has a signing-time attribute');
}

/** Returns the hash in the first ESSCertIDv2; its algorithm must be left out, as the default (RFC 5035, 4). */
function essCertificateHash(value: AsnBlock | undefined): Uint8Array {
  return octets(child(child(child(value, 0), 0), 0));
}

function octets(block: AsnBlock | undefined): Uint8Array {
  const value = octetsOf(block);
  if (value === null) throw new Mismatch('a part of the signature is missing or malformed');
  return value;
}

function digestOf(bytes: Uint8Array, signature: FoundSignature): Buffer {
  const [start, length, secondStart, secondLength] = signature.byteRange;
  return createHash('sha256')
    .update(bytes.subarray(start, start + length))
    .update(bytes.subarray(secondStart, secondStart + secondLength))
    .digest();
}
