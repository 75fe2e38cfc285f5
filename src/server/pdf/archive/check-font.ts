import { type PdfDict, PdfName, PdfStream } from '@libpdf/core';
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
import type { ShownCode } from '#server/pdf/tags/text-font.ts';
import { Obstacle } from './obstacle.ts';
import { readTrueType, type TrueTypeFont } from './true-type.ts';

/** The characters that are shown in a font, by their codes. */
export type ShownCodes = ReadonlyMap<number, ShownCode>;

const SYMBOLIC = 4;
/** Widths may differ by one thousandth of the font size (ISO 19005-3, 6.2.11.5). */
const MOST_DIFFERENT = 1;

/** Checks a font and the characters that are shown in it (ISO 19005-3, 6.2.11). Throws `Obstacle`. */
export function checkFont(graph: ObjectGraph, font: PdfDict, shown: ShownCodes): void {
  const subtype = getNameEntry(graph, font, 'Subtype');
  if (getNameEntry(graph, font, 'BaseFont') === undefined) throw new Obstacle('font form');
  if (subtype === 'Type0') checkComposite(graph, font, shown);
  else checkSimple(graph, font, shown);
}

function checkComposite(graph: ObjectGraph, font: PdfDict, shown: ShownCodes): void {
  const descendant = follow(graph, listItems(getArrayEntry(graph, font, 'DescendantFonts'))[0]) as
    PdfDict | undefined;
  if (descendant === undefined || !('has' in descendant)) throw new Obstacle('damage');
  const descriptor = getDictEntry(graph, descendant, 'FontDescriptor');
  const file = readFontFile(graph, descriptor);
  if (getNameEntry(graph, descendant, 'Subtype') !== 'CIDFontType2') throw new Obstacle('font form');
  // Whether a list of the characters is complete isn't checked.
  if (descriptor?.has('CIDSet') === true) throw new Obstacle('font form');
  const map = getEntry(graph, descendant, 'CIDToGIDMap');
  const glyphs = map instanceof PdfStream ? Buffer.from(decodeStream(graph, map)) : null;
  if (glyphs === null && !(map instanceof PdfName && map.value === 'Identity'))
    throw new Obstacle('font form');
  for (const [code, { text, advance }] of shown) {
    const isMapped = glyphs === null || code * 2 + 1 < glyphs.length;
    const glyph = isMapped ? (glyphs?.readUInt16BE(code * 2) ?? code) : 0;
    checkCharacter(file, glyph, advance, text);
  }
}

function checkSimple(graph: ObjectGraph, font: PdfDict, shown: ShownCodes): void {
  const descriptor = getDictEntry(graph, font, 'FontDescriptor');
  const file = readFontFile(graph, descriptor);
  if (getNameEntry(graph, font, 'Subtype') !== 'TrueType') throw new Obstacle('font form');
  const [first, last] = [getNumberEntry(graph, font, 'FirstChar'), getNumberEntry(graph, font, 'LastChar')];
  const widths = listItems(getArrayEntry(graph, font, 'Widths'));
  if (first === undefined || last === undefined || widths.length !== last - first + 1)
    throw new Obstacle('font form');
  const isSymbolic = ((descriptor && getNumberEntry(graph, descriptor, 'Flags')) ?? 0) & SYMBOLIC;
  const findGlyph = isSymbolic ? findSymbol : createLetterFinder(graph, font);
  const hasTexts = getEntry(graph, font, 'ToUnicode') instanceof PdfStream;
  if (isSymbolic && (!hasTexts || font.has('Encoding'))) throw new Obstacle('unicode');
  if (isSymbolic && file.cmapCount !== 1 && file.findGlyph(3, 0, 0) === null) throw new Obstacle('font form');
  for (const [code, { text, advance }] of shown) {
    if (code < first || code > last) throw new Obstacle('glyph');
    checkCharacter(file, findGlyph(file, code), advance, text);
  }
}

function findSymbol(file: TrueTypeFont, code: number): number {
  return file.findGlyph(3, 0, 0xf000 + code) || file.findGlyph(3, 0, code) || file.findGlyph(1, 0, code) || 0;
}

/** Only encodings without differences are supported, because programs disagree about glyph names. */
function createLetterFinder(graph: ObjectGraph, font: PdfDict) {
  const encoding = getEntry(graph, font, 'Encoding');
  const names = { WinAnsiEncoding: 'windows-1252', MacRomanEncoding: 'macintosh' } as const;
  if (!(encoding instanceof PdfName) || !(encoding.value in names)) throw new Obstacle('font form');
  const decoder = new TextDecoder(names[encoding.value as keyof typeof names]);
  return (file: TrueTypeFont, code: number) =>
    file.findGlyph(3, 1, decoder.decode(Uint8Array.of(code)).charCodeAt(0)) ?? 0;
}

function readFontFile(graph: ObjectGraph, descriptor: PdfDict | undefined): TrueTypeFont {
  const files = ['FontFile', 'FontFile2', 'FontFile3'].filter((key) => descriptor?.has(key));
  if (descriptor === undefined || files.length === 0) throw new Obstacle('font');
  const file = getEntry(graph, descriptor, 'FontFile2');
  if (files.length > 1 || !(file instanceof PdfStream)) throw new Obstacle('font form');
  return readTrueType(decodeStream(graph, file));
}

/** Texts that stand for nothing (ISO 19005-3, 6.2.11.7.2). */
const NO_TEXT = /^$|[\0\uFEFF\uFFFE]/u;

function checkCharacter(file: TrueTypeFont, glyph: number, advance: number, text: string): void {
  if (NO_TEXT.test(text)) throw new Obstacle('unicode');
  if (glyph <= 0 || glyph >= file.glyphCount) throw new Obstacle('glyph');
  if (Math.abs(file.getAdvance(glyph) - advance) > MOST_DIFFERENT) throw new Obstacle('glyph');
}
