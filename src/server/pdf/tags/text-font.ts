import { PdfArray, type PdfDict, PdfName, PdfNumber, PdfStream, measureText } from '@libpdf/core';
import { decodedStream } from '#server/pdf/engine/decode-stream.ts';
import {
  arrayEntry,
  dictEntry,
  entry,
  follow,
  items,
  nameEntry,
  numberEntry,
  type ObjectGraph,
} from '#server/pdf/engine/objects.ts';
import { glyphText } from './glyph-names.ts';
import { readToUnicode } from './to-unicode.ts';

/** A character of a shown string: its bytes, its text, and its advance in thousandths of the font size. */
export type ShownCode = {
  readonly bytes: Uint8Array;
  readonly text: string;
  readonly advance: number;
  /** Whether word spacing applies to it: the single byte 32 (ISO 32000-2, 9.3.3). */
  readonly isSpace: boolean;
};

/** Splits the strings that are shown in a font. */
export type TextFont = (shown: Uint8Array) => readonly ShownCode[];

/** Reads a font; null if its codes or their widths aren't known. */
export function readFont(graph: ObjectGraph, font: PdfDict): TextFont | null {
  const map = entry(graph, font, 'ToUnicode');
  const texts = map instanceof PdfStream ? readToUnicode(decodedStream(graph, map)) : null;
  return nameEntry(graph, font, 'Subtype') === 'Type0'
    ? compositeFont(graph, font, texts)
    : simpleFont(graph, font, texts);
}

type Texts = ReadonlyMap<number, string> | null;

/** Only two-byte codes that are character identifiers themselves, from left to right: what programs write. */
function compositeFont(graph: ObjectGraph, font: PdfDict, texts: Texts): TextFont | null {
  if (nameEntry(graph, font, 'Encoding') !== 'Identity-H' || texts === null) return null;
  const descendant = follow(graph, items(arrayEntry(graph, font, 'DescendantFonts'))[0]);
  if (descendant === undefined || !('has' in descendant)) return null;
  const cid = descendant as PdfDict;
  const widths = compositeWidths(graph, arrayEntry(graph, cid, 'W'));
  const usual = numberEntry(graph, cid, 'DW') ?? 1000;
  return (shown) =>
    Array.from({ length: Math.floor(shown.length / 2) }, (_, index) => {
      const bytes = shown.subarray(index * 2, index * 2 + 2);
      const code = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
      return { bytes, text: texts.get(code) ?? '', advance: widths.get(code) ?? usual, isSpace: false };
    });
}

/** `first [width…]` and `first last width` (ISO 32000-2, 9.7.4.3). */
function compositeWidths(graph: ObjectGraph, array: PdfArray | undefined): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const list = items(array).map((item) => follow(graph, item));
  for (let at = 0; at + 1 < list.length;) {
    const first = numberOf(list[at]);
    const next = list[at + 1];
    if (next instanceof PdfArray) {
      items(next).forEach((item, index) => widths.set(first + index, numberOf(follow(graph, item))));
      at += 2;
    } else {
      const last = Math.min(numberOf(next), first + 65_535);
      for (let code = first; code <= last; code += 1) widths.set(code, numberOf(list[at + 2]));
      at += 3;
    }
  }
  return widths;
}

function simpleFont(graph: ObjectGraph, font: PdfDict, texts: Texts): TextFont | null {
  const encoded = encodingOf(graph, font);
  const widthOf = simpleWidths(graph, font, encoded);
  if (widthOf === null) return null;
  const codes = Array.from({ length: 256 }, (_, code): ShownCode => ({
    bytes: Uint8Array.of(code),
    text: texts?.get(code) ?? encoded[code] ?? '',
    advance: widthOf(code),
    isSpace: code === 32,
  }));
  return (shown) => Array.from(shown, (code) => codes[code]).filter((code) => code !== undefined);
}

function encodingOf(graph: ObjectGraph, font: PdfDict): string[] {
  const encoding = entry(graph, font, 'Encoding');
  const named = encoding instanceof PdfName ? encoding.value : undefined;
  const dict = dictEntry(graph, font, 'Encoding');
  const base = named ?? (dict && nameEntry(graph, dict, 'BaseEncoding'));
  const decoder = new TextDecoder(base === 'MacRomanEncoding' ? 'macintosh' : 'windows-1252');
  const texts = Array.from({ length: 256 }, (_, code) => decoder.decode(Uint8Array.of(code)));
  let code = 0;
  for (const item of items(dict && arrayEntry(graph, dict, 'Differences'))) {
    const value = follow(graph, item);
    if (value instanceof PdfNumber) code = value.value;
    else if (value instanceof PdfName) {
      texts[code & 0xff] = glyphText(value.value);
      code += 1;
    }
  }
  return texts;
}

const STANDARD = /^(Helvetica|Courier)(-(Bold)?(Oblique)?)?$|^Times-(Roman|Bold|Italic|BoldItalic)$/;

function simpleWidths(
  graph: ObjectGraph,
  font: PdfDict,
  encoded: readonly string[],
): ((code: number) => number) | null {
  const listed = arrayEntry(graph, font, 'Widths');
  const name = nameEntry(graph, font, 'BaseFont') ?? '';
  if (listed === undefined) {
    if (!STANDARD.test(name)) return null;
    const standard = name as Parameters<typeof measureText>[1];
    return (code) => measureText(encoded[code] ?? '', standard, 1000);
  }
  const widths = items(listed).map((item) => numberOf(follow(graph, item)));
  const first = numberEntry(graph, font, 'FirstChar') ?? 0;
  const descriptor = dictEntry(graph, font, 'FontDescriptor');
  const missing = (descriptor && numberEntry(graph, descriptor, 'MissingWidth')) ?? 0;
  const scale = nameEntry(graph, font, 'Subtype') === 'Type3' ? glyphScale(graph, font) : 1;
  return (code) => (widths[code - first] ?? missing) * scale;
}

/** Type 3 fonts have their own glyph space; its unit in thousandths of the font size. */
function glyphScale(graph: ObjectGraph, font: PdfDict): number {
  const [unit] = items(arrayEntry(graph, font, 'FontMatrix'));
  return unit === undefined ? 1 : numberOf(follow(graph, unit)) * 1000;
}

function numberOf(value: unknown): number {
  return value instanceof PdfNumber && Number.isFinite(value.value) ? value.value : 0;
}
