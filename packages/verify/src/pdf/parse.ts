import { matchesText, decodeLatin1, Malformed } from '../bytes.ts';
import type { PdfDict, PdfObject, Span } from './objects.ts';

const MAX_DEPTH = 64;
/** Longer than any object except a stream's data, which isn't parsed. */
const MAX_BYTES = 2 ** 21;
/** Limits nested objects, because each takes many times its bytes in memory. */
const MAX_PARTS = 200_000;
const WHITE: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS: ReadonlySet<number> = new Set([...'()<>[]{}/%'].map((one) => one.charCodeAt(0)));

/** An object and the position after it. */
export type Parsed<Value extends PdfObject = PdfObject> = { readonly value: Value; readonly end: number };

/** Returns the position of the next byte that is neither white space nor part of a comment. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    while (WHITE.has(bytes[at] ?? -1)) at += 1;
    if (bytes[at] !== 0x25) return at;
    while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at += 1;
  }
}

/**
 * Reads the object at a position, without a stream's data. Refuses anything that readers might interpret
 * differently.
 */
export function parseObject(bytes: Uint8Array, from: number): Parsed {
  const within = bytes.subarray(0, from + MAX_BYTES);
  const parsed = parseWithin(within, from, { depth: 0, parts: { left: MAX_PARTS } });
  if (parsed.end === within.length && within.length < bytes.length)
    throw new Malformed('an object is too long');
  return parsed;
}

/** An object's nesting: how deep it is, and how many more objects are allowed. */
type Nesting = { readonly depth: number; readonly parts: { left: number } };

function parseWithin(bytes: Uint8Array, from: number, { depth, parts }: Nesting): Parsed {
  if (depth > MAX_DEPTH) throw new Malformed('objects are nested too deeply');
  parts.left -= 1;
  if (parts.left < 0) throw new Malformed('an object has too many parts');
  const inner = { depth: depth + 1, parts };
  const at = skipSpace(bytes, from);
  switch (bytes[at]) {
    case 0x2f:
      return parseName(bytes, at);
    case 0x28:
      return parseString(bytes, at);
    case 0x3c:
      return bytes[at + 1] === 0x3c ? parseDict(bytes, at, inner) : parseHex(bytes, at);
    case 0x5b:
      return parseArray(bytes, at, inner);
    default:
      return parseWord(bytes, at);
  }
}

function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && !WHITE.has(byte) && !DELIMITERS.has(byte);
}

function readWord(bytes: Uint8Array, at: number): string {
  let end = at;
  while (isRegular(bytes[end]) && end - at < 256) end += 1;
  return decodeLatin1(bytes, at, end);
}

function parseName(bytes: Uint8Array, at: number): Parsed & { value: { kind: 'name'; name: string } } {
  const word = readWord(bytes, at + 1);
  const name = word.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return { value: { kind: 'name', name }, end: at + 1 + word.length };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function parseString(bytes: Uint8Array, start: number): Parsed {
  let text = '';
  let open = 1;
  let at = start + 1;
  for (; open > 0; at++) {
    const byte = bytes[at];
    if (byte === undefined) throw new Malformed('a string has no end');
    const character = String.fromCharCode(byte);
    if (character === '\\') {
      const next = decodeLatin1(bytes, at + 1, at + 4);
      const octal = /^[0-7]{1,3}/.exec(next)?.[0];
      if (octal !== undefined) text += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      else if (!/^[\r\n]/.test(next)) text += ESCAPES[next[0] ?? ''] ?? next[0] ?? '';
      at += octal?.length ?? (next.startsWith('\r\n') ? 2 : 1);
      continue;
    }
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open > 0) text += character;
  }
  return { value: { kind: 'string', text }, end: at };
}

function parseHex(bytes: Uint8Array, start: number): Parsed {
  const end = bytes.indexOf(0x3e, start);
  if (end === -1) throw new Malformed('a string has no end');
  const digits = decodeLatin1(bytes, start + 1, end).replace(/[\0\t\n\f\r ]/g, '');
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw new Malformed('a string is not hexadecimal');
  const even = digits.length % 2 === 0 ? digits : `${digits}0`;
  const text = even.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return { value: { kind: 'string', text }, end: end + 1 };
}

function parseArray(bytes: Uint8Array, start: number, inner: Nesting): Parsed {
  const items: PdfObject[] = [];
  let at = skipSpace(bytes, start + 1);
  while (bytes[at] !== 0x5d) {
    const { value, end } = parseWithin(bytes, at, inner);
    items.push(value);
    at = skipSpace(bytes, end);
  }
  return { value: { kind: 'array', items }, end: at + 1 };
}

/** Readers disagree on which of two equal keys counts, so repeated keys are refused. */
function parseDict(bytes: Uint8Array, start: number, inner: Nesting): Parsed<PdfDict> {
  const entries = new Map<string, PdfObject>();
  const spans = new Map<string, Span>();
  let at = skipSpace(bytes, start + 2);
  while (!matchesText(bytes, '>>', at)) {
    if (bytes[at] !== 0x2f) throw new Malformed('a dictionary has a key that is not a name');
    const key = parseName(bytes, at);
    const from = skipSpace(bytes, key.end);
    const { value, end } = parseWithin(bytes, from, inner);
    if (entries.has(key.value.name)) throw new Malformed('a dictionary repeats a key');
    entries.set(key.value.name, value);
    spans.set(key.value.name, { start: from, end });
    at = skipSpace(bytes, end);
  }
  return { value: { kind: 'dict', entries, spans }, end: at + 2 };
}

function parseWord(bytes: Uint8Array, at: number): Parsed {
  const word = readWord(bytes, at);
  const end = at + word.length;
  if (/^\d{1,10}$/.test(word)) {
    const reference = parseReference(bytes, Number(word), end);
    if (reference !== null) return reference;
  }
  if (/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(word)) return { value: Number(word), end };
  if (word === 'true' || word === 'false') return { value: word === 'true', end };
  if (word === 'null') return { value: null, end };
  throw new Malformed('an object is malformed');
}

function parseReference(bytes: Uint8Array, number: number, from: number): Parsed | null {
  const second = skipSpace(bytes, from);
  const generation = readWord(bytes, second);
  if (second === from || !/^\d{1,5}$/.test(generation)) return null;
  const letter = skipSpace(bytes, second + generation.length);
  if (letter === second + generation.length || readWord(bytes, letter) !== 'R') return null;
  return { value: { kind: 'ref', number, generation: Number(generation) }, end: letter + 1 };
}

/** Reads `number generation obj` at a position. */
export function parseHeader(
  bytes: Uint8Array,
  at: number,
): { readonly number: number; readonly generation: number; readonly end: number } {
  const match = /^(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj(?![A-Za-z0-9])/.exec(
    decodeLatin1(bytes, at, at + 40),
  );
  if (match === null) throw new Malformed('an object is not where the cross-reference table says');
  return { number: Number(match[1]), generation: Number(match[2]), end: at + match[0].length };
}
