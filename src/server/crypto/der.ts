import {
  type BaseBlock as AsnBlock,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
} from 'asn1js';

export type { AsnBlock };

/** DER tags (ITU-T X.690). */
export const TAG = {
  octetString: 0x04,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
  contextOctets4: 0xa4,
} as const;

export const SHA256 = '2.16.840.1.101.3.4.2.1';

/** Encodes an element of definite length around encoded parts. */
export function element(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), lengthOctets(content.length), content]);
}

export function oid(value: string): Uint8Array {
  return new Uint8Array(new ObjectIdentifier({ value }).toBER());
}

export function integer(value: number): Uint8Array {
  return new Uint8Array(new Integer({ value }).toBER());
}

export function nothing(): Uint8Array {
  return new Uint8Array(new Null().toBER());
}

export function algorithm(type: string, ...parameters: Uint8Array[]): Uint8Array {
  return element(TAG.sequence, [oid(type), ...parameters]);
}

/** DER sorts the elements of a SET OF by their encodings (X.690, 11.6). */
export function setOrder(elements: readonly Uint8Array[]): Uint8Array[] {
  return elements.toSorted((one, other) => Buffer.compare(one, other));
}

function lengthOctets(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}

/** Reads one element, which may be followed by other bytes; null if it's malformed. */
export function readElement(bytes: Uint8Array): AsnBlock | null {
  const { result, offset } = fromBER(new Uint8Array(bytes));
  return offset === -1 ? null : result;
}

/** Returns the parts of a constructed element. An OCTET STRING that contains DER has none. */
export function children(block: AsnBlock | null | undefined): AsnBlock[] {
  return block instanceof Constructed ? block.valueBlock.value : [];
}

export function child(block: AsnBlock | null | undefined, index: number): AsnBlock | undefined {
  return children(block)[index];
}

/** Returns an element exactly as it was encoded. */
export function encoding(block: AsnBlock): Uint8Array {
  return new Uint8Array(block.valueBeforeDecodeView);
}

export function oidOf(block: AsnBlock | null | undefined): string | null {
  return block instanceof ObjectIdentifier ? block.valueBlock.toString() : null;
}

/** Returns the content of an OCTET STRING; null if it's something else. */
export function octetsOf(block: AsnBlock | null | undefined): Uint8Array | null {
  return block instanceof OctetString && !block.idBlock.isConstructed
    ? new Uint8Array(block.valueBlock.valueHexView)
    : null;
}
