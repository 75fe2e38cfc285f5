import { Integer, Null, ObjectIdentifier } from 'asn1js';

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
export function encodeElement(tag: number, parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  return Buffer.concat([Uint8Array.of(tag), encodeLength(content.length), content]);
}

export function encodeOid(value: string): Uint8Array {
  return new Uint8Array(new ObjectIdentifier({ value }).toBER());
}

export function encodeInteger(value: number): Uint8Array {
  return new Uint8Array(new Integer({ value }).toBER());
}

export function encodeNull(): Uint8Array {
  return new Uint8Array(new Null().toBER());
}

export function encodeAlgorithm(type: string, ...parameters: Uint8Array[]): Uint8Array {
  return encodeElement(TAG.sequence, [encodeOid(type), ...parameters]);
}

/** Sorts the elements of a SET OF by their encodings, as DER requires (X.690, 11.6). */
export function setOrder(elements: readonly Uint8Array[]): Uint8Array[] {
  return elements.toSorted((one, other) => Buffer.compare(one, other));
}

function encodeLength(length: number): Uint8Array {
  if (length < 0x80) return Uint8Array.of(length);
  const octets: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256);
  return Uint8Array.of(0x80 | octets.length, ...octets);
}
