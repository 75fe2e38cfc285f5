import { PdfArray, PdfDict, PdfName, PdfNumber, type PDF, PdfStream } from '@libpdf/core';
import { createNumberArray } from '#server/pdf/engine/objects.ts';
import { toUnicodeMap } from './to-unicode.ts';

/** A box with the hexadecimal digits of a character that no face has. Measures are in font sizes. */
export const CODE_BOX = {
  space: 0.26,
  bottom: -0.12,
  top: 0.76,
  advance: (character: string): number => (countColumns(character) * DIGIT.pitch + 2 * DIGIT.margin) / 1000,
} as const;

/** The measures of one digit, in thousandths of the font size. */
const DIGIT = { width: 150, height: 280, pitch: 220, margin: 100, line: 45 } as const;

/**
 * The segments of a digit, as on a calculator. Bits 0 to 6 go clockwise from the top, with the middle segment
 * last.
 */
const SEGMENTS = [
  0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f, 0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71,
] as const;
const ENDS = [
  [0, 2, 1, 2],
  [1, 2, 1, 1],
  [1, 1, 1, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
  [0, 1, 0, 2],
  [0, 1, 1, 1],
] as const;

/** Poppler guesses the size of such a font from the width of a glyph with this name. */
const SIZE_HINT = { code: 0, name: 'm', width: 600 } as const;
export const MOST_BOXES_IN_A_FONT = 255;

/** Writes a Type 3 font (ISO 32000-2, 9.6.4) with a box for each character, from code 1 on. */
export function writeCodeBoxFont(pdf: PDF, font: PdfDict, characters: readonly string[]): void {
  const procedures = new PdfDict();
  procedures.set(SIZE_HINT.name, pdf.register(createContent(`${SIZE_HINT.width} 0 0 0 0 0 d1`)));
  characters.forEach((character, index) => {
    procedures.set(`c${index + 1}`, pdf.register(createContent(formatBoxOperators(character))));
  });
  const names = characters.map((_, index) => PdfName.of(`c${index + 1}`));
  const widths = characters.map((character) => getBoxWidth(character));
  const entries = {
    Type: PdfName.of('Font'),
    Subtype: PdfName.of('Type3'),
    FontBBox: createNumberArray([0, CODE_BOX.bottom * 1000, 900, CODE_BOX.top * 1000]),
    FontMatrix: createNumberArray([0.001, 0, 0, 0.001, 0, 0]),
    CharProcs: procedures,
    Encoding: PdfDict.of({
      Type: PdfName.of('Encoding'),
      Differences: new PdfArray([PdfNumber.of(0), PdfName.of(SIZE_HINT.name), ...names]),
    }),
    FirstChar: PdfNumber.of(SIZE_HINT.code),
    LastChar: PdfNumber.of(characters.length),
    Widths: createNumberArray([SIZE_HINT.width, ...widths]),
    Resources: new PdfDict(),
    ToUnicode: pdf.register(toUnicodeMap(['', ...characters], 1)),
  };
  for (const [key, value] of Object.entries(entries)) font.set(key, value);
}

/** Returns the width of a box in thousandths of the font size. */
export function getBoxWidth(character: string): number {
  return Math.round(/\s/u.test(character) ? CODE_BOX.space * 1000 : CODE_BOX.advance(character) * 1000);
}

function formatBoxOperators(character: string): string {
  const width = getBoxWidth(character);
  const [bottom, top] = [CODE_BOX.bottom * 1000, CODE_BOX.top * 1000];
  const start = `${width} 0 0 ${bottom} ${width} ${top} d1`;
  if (/\s/u.test(character)) return start;
  const digits = toDigits(character);
  const columns = countColumns(character);
  const strokes = [...digits].flatMap((digit, index) => {
    const x = DIGIT.margin + (index % columns) * DIGIT.pitch + (DIGIT.pitch - DIGIT.width) / 2;
    const y = index < columns ? top - DIGIT.margin - DIGIT.height : bottom + DIGIT.margin;
    const segments = SEGMENTS[Number.parseInt(digit, 16)] ?? 0;
    return ENDS.filter((_, segment) => (segments >> segment) & 1).map(([x1, y1, x2, y2]) => {
      const formatPoint = (column: number, row: number): string =>
        `${x + column * DIGIT.width} ${y + (row * DIGIT.height) / 2}`;
      return `${formatPoint(x1, y1)} m ${formatPoint(x2, y2)} l`;
    });
  });
  const inset = DIGIT.line;
  const frame = `${inset} ${bottom + inset / 2} ${width - 2 * inset} ${top - bottom - inset} re`;
  return `${start} ${DIGIT.line} w 1 J ${strokes.join(' ')} S 1 j 30 w ${frame} S`;
}

function toDigits(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16);
  return digits.padStart(digits.length <= 4 ? 4 : 6, '0');
}

function countColumns(character: string): number {
  return toDigits(character).length / 2;
}

function createContent(operators: string): PdfStream {
  return new PdfStream([], Buffer.from(operators, 'latin1'));
}
