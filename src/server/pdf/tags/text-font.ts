import { measureText, PdfArray, type PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core';
import { decodeStream } from '#server/pdf/engine/decode-stream.ts';
import {
  follow,
  getArrayEntry,
  getDictEntry,
  getEntry,
  getNameEntry,
  getNumberEntry,
  listItems,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { readToUnicode } from './to-unicode.ts';

/** The glyph names of ASCII signs (Adobe Glyph List), from code 32 on. Letters are their own names. */
const SIGNS =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';

const BETWEEN = 'bracketleft backslash bracketright asciicircum underscore grave';

const AFTER = 'braceleft bar braceright asciitilde';

const NAMED = new Map<string, string>(
  (
    [
      [SIGNS, 32],
      [BETWEEN, 91],
      [AFTER, 123],
    ] as const
  ).flatMap(([names, first]) =>
    names.split(' ').map((name, index) => [name, String.fromCharCode(first + index)] as const),
  ),
);

/** A character of a shown string: its bytes, its text, and its advance in thousandths of the font size. */
export type ShownCode = {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly advance: number;
  /** Whether word spacing applies to this character: only to the single byte 32 (ISO 32000-2, 9.3.3). */
  readonly isSpace: boolean;
};

/** Splits strings shown in a font into characters. */
export type TextFont = (shown: Uint8Array) => readonly ShownCode[];

/** Reads a font. Returns null if its codes or their widths aren't known. */
export function readFont(graph: ObjectGraph, font: PdfDict): TextFont | null {
  const map = getEntry(graph, font, 'ToUnicode');
  const texts = map instanceof PdfStream ? readToUnicode(decodeStream(graph, map)) : null;
  return getNameEntry(graph, font, 'Subtype') === 'Type0'
    ? readCompositeFont(graph, font, texts)
    : readSimpleFont(graph, font, texts);
}

type Texts = ReadonlyMap<number, string> | null;

/**
 * Supports only two-byte codes that are themselves character identifiers and run from left to right, because
 * that is what programs write.
 */
function readCompositeFont(graph: ObjectGraph, font: PdfDict, texts: Texts): TextFont | null {
  if (getNameEntry(graph, font, 'Encoding') !== 'Identity-H' || texts === null) return null;
  const descendant = follow(graph, listItems(getArrayEntry(graph, font, 'DescendantFonts'))[0]);
  if (descendant === undefined || !('has' in descendant)) return null;
  const cid = descendant as PdfDict;
  const widths = readCompositeWidths(graph, getArrayEntry(graph, cid, 'W'));
  const usual = getNumberEntry(graph, cid, 'DW') ?? 1000;
  return (shown) =>
    Array.from({ length: Math.floor(shown.length / 2) }, (_, index) => {
      const bytes = shown.subarray(index * 2, index * 2 + 2);
      const code = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
      return { bytes, text: texts.get(code) ?? '', advance: widths.get(code) ?? usual, isSpace: false };
    });
}

/** Reads widths in the forms `first [width…]` and `first last width` (ISO 32000-2, 9.7.4.3). */
function readCompositeWidths(graph: ObjectGraph, array: PdfArray | undefined): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const list = listItems(array).map((item) => follow(graph, item));
  for (let at = 0; at + 1 < list.length;) {
    const first = readNumber(list[at]);
    const next = list[at + 1];
    if (next instanceof PdfArray) {
      listItems(next).forEach((item, index) => widths.set(first + index, readNumber(follow(graph, item))));
      at += 2;
    } else {
      const last = Math.min(readNumber(next), first + 65_535);
      for (let code = first; code <= last; code += 1) widths.set(code, readNumber(list[at + 2]));
      at += 3;
    }
  }
  return widths;
}

function readSimpleFont(graph: ObjectGraph, font: PdfDict, texts: Texts): TextFont | null {
  const encoded = readEncoding(graph, font);
  const widthOf = readSimpleWidths(graph, font, encoded);
  if (widthOf === null) return null;
  const codes = Array.from({ length: 256 }, (_, code): ShownCode => ({
    bytes: Uint8Array.of(code),
    text: texts?.get(code) ?? encoded[code] ?? '',
    advance: widthOf(code),
    isSpace: code === 32,
  }));
  return (shown) => Array.from(shown, (code) => codes[code]).filter((code) => code !== undefined);
}

function readEncoding(graph: ObjectGraph, font: PdfDict): string[] {
  const encoding = getEntry(graph, font, 'Encoding');
  const named = encoding instanceof PdfName ? encoding.value : undefined;
  const dict = getDictEntry(graph, font, 'Encoding');
  const base = named ?? (dict && getNameEntry(graph, dict, 'BaseEncoding'));
  const decoder = new TextDecoder(base === 'MacRomanEncoding' ? 'macintosh' : 'windows-1252');
  const texts = Array.from({ length: 256 }, (_, code) => decoder.decode(Uint8Array.of(code)));
  let code = 0;
  for (const item of listItems(dict && getArrayEntry(graph, dict, 'Differences'))) {
    const value = follow(graph, item);
    if (value instanceof PdfNumber) code = value.value;
    else if (value instanceof PdfName) {
      texts[code & 0xff] = getGlyphText(value.value);
      code += 1;
    }
  }
  return texts;
}

const STANDARD = /^(Helvetica|Courier)(-(Bold)?(Oblique)?)?$|^Times-(Roman|Bold|Italic|BoldItalic)$/;

function readSimpleWidths(
  graph: ObjectGraph,
  font: PdfDict,
  encoded: readonly string[],
): ((code: number) => number) | null {
  const listed = getArrayEntry(graph, font, 'Widths');
  const name = getNameEntry(graph, font, 'BaseFont') ?? '';
  if (listed === undefined) {
    if (!STANDARD.test(name)) return null;
    const standard = name as Parameters<typeof measureText>[1];
    return (code) => measureText(encoded[code] ?? '', standard, 1000);
  }
  const widths = listItems(listed).map((item) => readNumber(follow(graph, item)));
  const first = getNumberEntry(graph, font, 'FirstChar') ?? 0;
  const descriptor = getDictEntry(graph, font, 'FontDescriptor');
  const missing = (descriptor && getNumberEntry(graph, descriptor, 'MissingWidth')) ?? 0;
  const scale = getNameEntry(graph, font, 'Subtype') === 'Type3' ? getGlyphScale(graph, font) : 1;
  return (code) => (widths[code - first] ?? missing) * scale;
}

/**
 * Returns one unit of a font's glyph space in thousandths of the font size. Type 3 fonts define their own
 * glyph space.
 */
function getGlyphScale(graph: ObjectGraph, font: PdfDict): number {
  const [unit] = listItems(getArrayEntry(graph, font, 'FontMatrix'));
  return unit === undefined ? 1 : readNumber(follow(graph, unit)) * 1000;
}

function readNumber(value: unknown): number {
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : 0;
}

/** Returns the text of a named glyph, as far as tags need it; otherwise an empty string. */
function getGlyphText(name: string): string {
  if (/^[A-Za-z]$/.test(name)) return name;
  const [, hex] = /^u(?:ni)?([0-9A-F]{4,5})$/.exec(name) ?? [];
  return hex === undefined ? (NAMED.get(name) ?? '') : String.fromCodePoint(Number.parseInt(hex, 16));
}
