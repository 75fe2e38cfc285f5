import { constants, createHash, verify, X509Certificate } from 'node:crypto';
import {
  type BaseBlock as AsnBlock,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as AsnSet,
} from 'asn1js';

/** Digest algorithms by object identifier. */
const DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const RSA_PSS = '1.2.840.113549.1.1.10';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SET = 0x31;

/** What a signature's structure covers: the covered bytes themselves, their SHA-1, or a timestamp of them. */
export type CmsContent = 'detached' | 'sha1' | 'timestamp';

/**
 * Checks that a CMS structure (RFC 5652) was made for these bytes with the key of one of its certificates.
 * Doesn't judge the certificate. Returns `unknown` for anything that can't be read.
 */
export function checkCms(
  contents: Uint8Array,
  covered: readonly Uint8Array[],
  content: CmsContent,
): 'valid' | 'invalid' | 'unknown' {
  try {
    return isValid(contents, covered, content) ? 'valid' : 'invalid';
  } catch {
    // asn1js and the certificate reader throw all kinds of errors on data that they can't read.
    return 'unknown';
  }
}

function isValid(contents: Uint8Array, covered: readonly Uint8Array[], content: CmsContent): boolean {
  const { result, offset } = fromBER(new Uint8Array(contents));
  if (offset === -1) throw new Error('the signature is not DER');
  const parts = getChildren(getChild(getChild(result, 1), 0));
  const [signer, ...others] = getChildren(parts.at(-1));
  if (signer === undefined || others.length > 0) throw new Error('the signature has several signers');
  const fields = getChildren(signer);
  const digest = getDigestName(fields[2]);
  const attributes = isContext(fields[3], 0) ? fields[3] : undefined;
  const [algorithm, value] = attributes === undefined ? fields.slice(3) : fields.slice(4);

  const own = content === 'detached' ? null : readOwnContent(parts[2]);
  const signed = own === null ? covered : [own];
  if (own !== null && !isAbout(own, covered, content)) return false;
  const message = attributes === undefined ? Buffer.concat(signed) : encodeSignedForm(attributes);
  if (attributes !== undefined && !computeDigest(digest, signed).equals(readMessageDigest(attributes)))
    return false;

  const certificates = getChildren(parts.find((part) => isContext(part, 0)));
  const padding =
    readOid(getChild(algorithm, 0)) === RSA_PSS ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
  return certificates.some((der) => {
    const { publicKey: key } = new X509Certificate(der.valueBeforeDecodeView);
    const name = key.asymmetricKeyType?.startsWith('ed') ? null : digest;
    return verify(name, message, { key, ...padding }, readOctets(value));
  });
}

/** Checks whether the content inside a signature refers to the covered bytes. */
function isAbout(own: Uint8Array, covered: readonly Uint8Array[], content: CmsContent): boolean {
  if (content === 'sha1') return computeDigest('sha1', covered).equals(own);
  // TSTInfo (RFC 3161, 2.4.2): version, policy, messageImprint.
  const imprint = getChild(fromBER(new Uint8Array(own)).result, 2);
  return computeDigest(getDigestName(getChild(imprint, 0)), covered).equals(readOctets(getChild(imprint, 1)));
}

/** Encodes the signed form of the attributes: a SET, although they are stored as [0] (RFC 5652, 5.4). */
function encodeSignedForm(attributes: AsnBlock): Uint8Array {
  const encoded = Uint8Array.from(attributes.valueBeforeDecodeView);
  encoded[0] = SET;
  return encoded;
}

function readMessageDigest(attributes: AsnBlock): Buffer {
  const found = getChildren(attributes).find(
    (attribute) => readOid(getChild(attribute, 0)) === MESSAGE_DIGEST,
  );
  return readOctets(getChild(getChild(found, 1), 0));
}

function readOwnContent(encapsulated: AsnBlock | undefined): Uint8Array {
  return readOctets(getChild(getChild(encapsulated, 1), 0));
}

function getDigestName(algorithm: AsnBlock | undefined): string {
  const name = DIGESTS[readOid(getChild(algorithm, 0)) ?? ''];
  if (name === undefined) throw new Error('the digest algorithm is unknown');
  return name;
}

function computeDigest(name: string, parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function getChildren(block: AsnBlock | undefined): AsnBlock[] {
  return block instanceof Constructed || block instanceof Sequence || block instanceof AsnSet
    ? block.valueBlock.value
    : [];
}

function getChild(block: AsnBlock | undefined, index: number): AsnBlock | undefined {
  return getChildren(block)[index];
}

function isContext(block: AsnBlock | undefined, number: number): boolean {
  return block?.idBlock.tagClass === 3 && block.idBlock.tagNumber === number;
}

function readOid(block: AsnBlock | undefined): string | null {
  return block instanceof ObjectIdentifier ? block.valueBlock.toString() : null;
}

function readOctets(block: AsnBlock | undefined): Buffer {
  if (!(block instanceof OctetString)) throw new Error('a part of the signature is missing or malformed');
  const parts = block.idBlock.isConstructed ? block.valueBlock.value.map(readOctets) : [];
  return parts.length > 0 ? Buffer.concat(parts) : Buffer.from(block.valueBlock.valueHexView);
}
