import { matchesText, decodeLatin1, Malformed } from '../bytes.ts';
import type { Effort } from './effort.ts';
import { decodeStream } from './inflate.ts';
import { narrow, readCountEntry, readNameEntry, type PdfDict } from './objects.ts';
import { parseHeader, skipSpace } from './parse.ts';

/** Where an object is: at an offset, or in an object stream. */
export type Place =
  | { readonly kind: 'free' }
  | { readonly kind: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** One cross-reference section with its trailer: a revision of the file. */
export type Section = {
  readonly offset: number;
  /** Where the section's own bytes end, before `startxref`. */
  readonly end: number;
  readonly places: ReadonlyMap<number, Place>;
  readonly trailer: PdfDict;
  readonly isHybrid: boolean;
};

const MAX_SECTIONS = 1024;
const MAX_OBJECTS = 1_000_000;

/** Reads all sections from the newest to the oldest. */
export async function readSections(bytes: Uint8Array, newest: number, effort: Effort): Promise<Section[]> {
  const sections: Section[] = [];
  const seen = new Set<number>();
  for (let at: number | null = newest; at !== null;) {
    if (seen.has(at) || sections.length >= MAX_SECTIONS)
      throw new Malformed('cross-reference sections repeat');
    seen.add(at);
    const section: Section = await readSection(bytes, at, effort);
    sections.push(section);
    if (section.isHybrid) {
      const hidden = readCountEntry(section.trailer, 'XRefStm');
      if (hidden === null || seen.has(hidden)) throw new Malformed('cross-reference sections repeat');
      seen.add(hidden);
      sections.push(
        await readStreamSection(bytes, { offset: hidden, start: skipSpace(bytes, hidden) }, effort),
      );
    }
    at = readCountEntry(section.trailer, 'Prev');
    if (at === null && section.trailer.entries.has('Prev')) throw new Malformed('a trailer is malformed');
  }
  return sections;
}

async function readSection(bytes: Uint8Array, offset: number, effort: Effort): Promise<Section> {
  // Some writers point to the line break before a section, and all readers accept that.
  const start = skipSpace(bytes, offset);
  return matchesText(bytes, 'xref', start)
    ? readTable(bytes, { offset, start }, effort)
    : await readStreamSection(bytes, { offset, start }, effort);
}

/** The stated position of a section, and where it really starts. */
type SectionPlace = { readonly offset: number; readonly start: number };

function readTable(bytes: Uint8Array, { offset, start }: SectionPlace, effort: Effort): Section {
  const places = new Map<number, Place>();
  let at = skipSpace(bytes, start + 4);
  while (!matchesText(bytes, 'trailer', at)) {
    const head = /^(\d{1,10}) +(\d{1,10})[ \r\n]+/.exec(decodeLatin1(bytes, at, at + 32));
    if (head === null) throw new Malformed('a cross-reference table is malformed');
    const [first, count] = [Number(head[1]), Number(head[2])];
    at += head[0].length;
    if (count > (bytes.length - at) / 18) throw new Malformed('a cross-reference table is too long');
    effort.spendEntries(count);
    for (let index = 0; index < count; index++) {
      const entry = /^(\d{10}) (\d{5}) ([nf])(?: \r| \n|\r\n|\r|\n)/.exec(decodeLatin1(bytes, at, at + 20));
      if (entry === null) throw new Malformed('a cross-reference table is malformed');
      add(places, first + index, {
        ...(entry[3] === 'f'
          ? { kind: 'free' }
          : { kind: 'offset', offset: Number(entry[1]), generation: Number(entry[2]) }),
      });
      at += entry[0].length;
    }
    at = skipSpace(bytes, at);
  }
  const { value, end } = effort.parse(bytes, at + 'trailer'.length);
  const trailer = narrow(value, 'dict');
  if (trailer === null) throw new Malformed('a trailer is malformed');
  return { offset, end, places, trailer, isHybrid: trailer.entries.has('XRefStm') };
}

async function readStreamSection(
  bytes: Uint8Array,
  { offset, start }: SectionPlace,
  effort: Effort,
): Promise<Section> {
  const { value, end } = effort.parse(bytes, parseHeader(bytes, start).end);
  const dict = narrow(value, 'dict');
  const length = dict === null ? null : readCountEntry(dict, 'Length');
  if (dict === null || length === null || readNameEntry(dict, 'Type') !== 'XRef')
    throw new Malformed('a cross-reference section is malformed');
  const { data, end: close } = readStreamData(bytes, end, length);
  const widths = (narrow(dict.entries.get('W'), 'array')?.items ?? []).map((width) =>
    typeof width === 'number' && Number.isInteger(width) && width >= 0 && width <= 8 ? width : Number.NaN,
  );
  const [typeWidth = Number.NaN, secondWidth = Number.NaN, thirdWidth = Number.NaN] = widths;
  const row = typeWidth + secondWidth + thirdWidth;
  const size = readCountEntry(dict, 'Size');
  if (widths.length !== 3 || !(row > 0) || size === null || size > MAX_OBJECTS)
    throw new Malformed('a cross-reference stream is malformed');
  const index = narrow(dict.entries.get('Index'), 'array')?.items ?? [0, size];
  const rows = await decodeStream({ kind: 'stream', dict, data }, (size + 1) * row * 2, effort);
  const places = new Map<number, Place>();
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first, count] = [index[pair], index[pair + 1]];
    if (typeof first !== 'number' || typeof count !== 'number' || at + count * row > rows.length)
      throw new Malformed('a cross-reference stream is malformed');
    effort.spendEntries(count);
    for (let number = first; number < first + count; number++) {
      const type = typeWidth === 0 ? 1 : readNumber(rows, at, typeWidth);
      const second = readNumber(rows, at + typeWidth, secondWidth);
      add(places, number, toPlace(type, second, readNumber(rows, at + typeWidth + secondWidth, thirdWidth)));
      at += row;
    }
  }
  return { offset, end: endOfObject(bytes, close), places, trailer: dict, isHybrid: false };
}

function toPlace(type: number, second: number, third: number): Place {
  if (type === 0) return { kind: 'free' };
  if (type === 1) return { kind: 'offset', offset: second, generation: third };
  if (type === 2) return { kind: 'packed', stream: second, index: third };
  throw new Malformed('a cross-reference stream has an unknown type');
}

function add(places: Map<number, Place>, number: number, place: Place): void {
  if (places.has(number)) throw new Malformed('a cross-reference section repeats an object');
  if (places.size >= MAX_OBJECTS) throw new Malformed('there are too many objects');
  places.set(number, place);
}

function readNumber(bytes: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index++) value = value * 256 + (bytes[at + index] ?? 0);
  return value;
}

/** Reads `stream`, the data and `endstream` from a position after the dictionary. */
export function readStreamData(
  bytes: Uint8Array,
  from: number,
  length: number,
): { readonly data: Uint8Array; readonly end: number } {
  const at = skipSpace(bytes, from);
  if (!matchesText(bytes, 'stream', at)) throw new Malformed('a stream has no data');
  const line = decodeLatin1(bytes, at + 6, at + 8);
  const start = at + 6 + (line === '\r\n' ? 2 : line.startsWith('\n') ? 1 : Number.NaN);
  if (Number.isNaN(start) || start + length > bytes.length) throw new Malformed('a stream is malformed');
  const close = skipSpace(bytes, start + length);
  if (close - start - length > 2 || !matchesText(bytes, 'endstream', close))
    throw new Malformed('a stream has another length');
  return { data: bytes.subarray(start, start + length), end: close + 'endstream'.length };
}

/** Returns the position after `endobj`. */
export function endOfObject(bytes: Uint8Array, from: number): number {
  const at = skipSpace(bytes, from);
  if (!matchesText(bytes, 'endobj', at)) throw new Malformed('an object has no end');
  return at + 'endobj'.length;
}

/** Reads `startxref`, the offset and `%%EOF` with its line end, and returns the position after them. */
export function readEnding(
  bytes: Uint8Array,
  from: number,
): { readonly offset: number; readonly end: number } {
  const match = /^[\r\n ]*startxref[\r\n ]+(\d{1,15})[\r\n ]+%%EOF(?:\r\n|\r|\n)/.exec(
    decodeLatin1(bytes, from, from + 80),
  );
  if (match === null) throw new Malformed('a revision has no end');
  return { offset: Number(match[1]), end: from + match[0].length };
}

/** Finds the newest section of a file that ends with `%%EOF`. */
export function findNewestSection(bytes: Uint8Array): number {
  const match = /startxref[\r\n ]+(\d{1,15})[\r\n ]+%%EOF[\r\n ]*$/.exec(
    decodeLatin1(bytes, bytes.length - 80),
  );
  if (match === null) throw new Malformed('the file has no end');
  return Number(match[1]);
}
