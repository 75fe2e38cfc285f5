import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { type BaseBlock, Constructed, fromBER, GeneralizedTime, ObjectIdentifier, OctetString } from 'asn1js';

/** A CMS structure in the terms of the baseline rules. */
export type Cms = {
  readonly version: number;
  readonly contentType: string | null;
  readonly hasContent: boolean;
  readonly certificates: readonly Uint8Array[];
  readonly signerCount: number;
  readonly digestAlgorithm: string | null;
  /** Attribute values (DER) by type. */
  readonly signed: ReadonlyMap<string, Uint8Array>;
  readonly unsigned: ReadonlyMap<string, Uint8Array>;
  readonly messageDigest: Buffer | null;
  /** The hash in signing-certificate-v2. */
  readonly essHash: Buffer | null;
  readonly signature: Uint8Array;
  readonly isDer: boolean;
  readonly isSignedBy: (certificate: Uint8Array) => boolean;
};

export function cmsOf(contents: Uint8Array): Cms {
  const root = parsed(contents);
  const [version, , encapsulated, ...rest] = parts(parts(parts(root)[1])[0]);
  const certificates = rest.filter(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  const signers = parts(rest.at(-1));
  const [, , digest, signed, , signature, unsigned] = parts(signers[0]);
  const signedAttributes = attributes(signed);
  const value = octets(signature);
  const whole = raw(root);
  return {
    version: version === undefined ? Number.NaN : Number(raw(version).at(-1)),
    contentType: name(parts(encapsulated)[0]),
    hasContent: parts(encapsulated).length > 1,
    certificates: certificates.flatMap(parts).map(raw),
    signerCount: signers.length,
    digestAlgorithm: name(parts(digest)[0]),
    signed: signedAttributes,
    unsigned: attributes(unsigned),
    messageDigest: bufferOf(signedAttributes.get('1.2.840.113549.1.9.4')),
    essHash: essHashOf(signedAttributes.get('1.2.840.113549.1.9.16.2.47')),
    signature: value,
    // Everything after the structure must be padding, and nothing in it may have an indefinite length.
    isDer: contents.subarray(whole.length).every((byte) => byte === 0) && contents[1] !== 0x80,
    isSignedBy: (der) => {
      const key = createPublicKey(new X509Certificate(der).publicKey.export({ type: 'spki', format: 'pem' }));
      const form = signed === undefined ? Buffer.alloc(0) : Buffer.from(raw(signed));
      form[0] = 0x31;
      return verify('sha256', form, key, value);
    },
  };
}

/** Returns a timestamp token's purpose, its time and its certificates. */
export function tokenOf(token: Uint8Array): { imprint: Buffer; time: Date; certificates: Uint8Array[] } {
  const [, , encapsulated, ...rest] = parts(parts(parts(parsed(token))[1])[0]);
  const content = parts(parts(encapsulated)[1])[0];
  const [, , imprint, , time] = parts(parsed(octets(content)));
  const set = rest.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === 0);
  return {
    imprint: Buffer.from(octets(parts(imprint)[1])),
    time: time instanceof GeneralizedTime ? time.toDate() : new Date(Number.NaN),
    certificates: parts(set).map(raw),
  };
}

function parsed(bytes: Uint8Array): BaseBlock {
  return fromBER(Uint8Array.from(bytes)).result;
}

function parts(block: BaseBlock | undefined): BaseBlock[] {
  return block instanceof Constructed ? block.valueBlock.value : [];
}

function raw(block: BaseBlock): Uint8Array {
  return new Uint8Array(block.valueBeforeDecodeView);
}

function name(block: BaseBlock | undefined): string | null {
  return block instanceof ObjectIdentifier ? block.valueBlock.toString() : null;
}

function octets(block: BaseBlock | undefined): Uint8Array {
  return block instanceof OctetString ? new Uint8Array(block.valueBlock.valueHexView) : new Uint8Array();
}

function bufferOf(value: Uint8Array | undefined): Buffer | null {
  return value === undefined ? null : Buffer.from(octets(parsed(value)));
}

function essHashOf(value: Uint8Array | undefined): Buffer | null {
  if (value === undefined) return null;
  return Buffer.from(octets(parts(parts(parts(parsed(value))[0])[0])[0]));
}

function attributes(block: BaseBlock | undefined): Map<string, Uint8Array> {
  return new Map(
    parts(block).map((attribute) => {
      const [type, values] = parts(attribute);
      const [value] = parts(values);
      return [name(type) ?? '', value === undefined ? new Uint8Array() : raw(value)];
    }),
  );
}
