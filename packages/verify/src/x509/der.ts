import { decodeLatin1, Malformed, toHex } from '../bytes.ts';

/** Identifier octets (X.690). */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** An element: its identifier octet, its whole encoding, and its content. */
export type Der = { readonly tag: number; readonly bytes: Uint8Array; readonly content: Uint8Array };

/** Reads one element that fills the bytes. Accepts only DER's unique encoding, so that no byte can vary. */
export function readDer(bytes: Uint8Array): Der {
  const element = readPrefix(bytes, 0);
  if (element.bytes.length !== bytes.length) throw new Malformed('bytes follow a DER element');
  return element;
}

/** Reads the element at a position, ignoring what follows it. */
function readPrefix(bytes: Uint8Array, at: number): Der {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) throw new Malformed('a DER element is cut short');
  if ((tag & 0x1f) === 0x1f) throw new Malformed('a DER tag number is too large');
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const octets = first & 0x7f;
    if (octets === 0 || octets > 4) throw new Malformed('a DER length is indefinite or too large');
    length = 0;
    for (const octet of bytes.subarray(start, start + octets)) length = length * 256 + octet;
    if (length < 0x80 || bytes[start] === 0) throw new Malformed('a DER length is not minimal');
    start += octets;
  }
  if (start + length > bytes.length) throw new Malformed('a DER element is cut short');
  return { tag, bytes: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) };
}

/** Returns the elements inside a constructed element. */
export function readChildren(element: Der | undefined, tag?: number): Der[] {
  if (element === undefined || (element.tag & 0x20) === 0) throw new Malformed('a DER structure is missing');
  if (tag !== undefined && element.tag !== tag) throw new Malformed('a DER structure is of another kind');
  const children: Der[] = [];
  for (let at = 0; at < element.content.length;) {
    const child = readPrefix(element.content, at);
    children.push(child);
    at += child.bytes.length;
  }
  return children;
}

/** Returns an element if it has the tag; throws otherwise. */
export function expectTag(element: Der | undefined, tag: number): Der {
  if (element?.tag !== tag) throw new Malformed('a DER element is missing or of another kind');
  return element;
}

export function readOid(element: Der | undefined): string {
  const { content } = expectTag(element, TAG.oid);
  const arcs: number[] = [];
  let value = 0;
  let isOpen = false;
  for (const octet of content) {
    if (!isOpen && octet === 0x80) throw new Malformed('an object identifier is not minimal');
    value = value * 128 + (octet & 0x7f);
    if (!Number.isSafeInteger(value)) throw new Malformed('an object identifier is too large');
    isOpen = octet >= 0x80;
    if (!isOpen) {
      arcs.push(value);
      value = 0;
    }
  }
  const [first] = arcs;
  if (isOpen || first === undefined) throw new Malformed('an object identifier is cut short');
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...arcs.slice(1)].join('.');
}

/** Returns an integer's octets in hex, which is enough to compare serial numbers. */
export function readIntegerHex(element: Der | undefined): string {
  const { content } = expectTag(element, TAG.integer);
  const [first, second = 0] = content;
  if (first === undefined) throw new Malformed('an integer is empty');
  if (content.length > 1 && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)))
    throw new Malformed('an integer is not minimal');
  return toHex(content);
}

export function readSmallInteger(element: Der | undefined): number {
  const hex = readIntegerHex(element);
  if (hex.length > 8 || Number.parseInt(hex.slice(0, 2), 16) >= 0x80)
    throw new Malformed('an integer is out of range');
  return Number.parseInt(hex, 16);
}

export function readOctets(element: Der | undefined): Uint8Array {
  return expectTag(element, TAG.octetString).content;
}

/** Returns the octets of a bit string that has no unused bits. */
export function readBits(element: Der | undefined): Uint8Array {
  const { content } = expectTag(element, TAG.bitString);
  if (content[0] !== 0) throw new Malformed('a bit string has unused bits');
  return content.subarray(1);
}

/** Reads a boolean with a default of false, which DER omits. */
export function isTrue(element: Der | undefined): boolean {
  if (element?.tag !== TAG.boolean) return false;
  if (element.content.length !== 1 || element.content[0] !== 0xff)
    throw new Malformed('a boolean is malformed');
  return true;
}

/** Reads UTCTime and GeneralizedTime in UTC, as RFC 5280 and RFC 3161 write them. */
export function readTime(element: Der | undefined): Date {
  const text = element === undefined ? '' : decodeLatin1(element.content);
  const isShort = element?.tag === TAG.utcTime;
  if (!isShort && element?.tag !== TAG.generalizedTime) throw new Malformed('a time is missing');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\.\d{0,8}[1-9])?Z$/.exec(text);
  const [, year = '', month, day, hour, minute, second, fraction = ''] = match ?? [];
  if (match === null || (year.length === 2) !== isShort) throw new Malformed('a time is malformed');
  const full = isShort ? (Number(year) < 50 ? 2000 : 1900) + Number(year) : Number(year);
  const whole = `${String(full).padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}`;
  const time = new Date(`${whole}${fraction.slice(0, 4)}Z`);
  // Date turns February 30 into March 2.
  if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(whole))
    throw new Malformed('a time does not exist');
  return time;
}

/** Reads a time that must be a GeneralizedTime. */
export function readGeneralizedTime(element: Der | undefined): Date {
  return readTime(expectTag(element, TAG.generalizedTime));
}
