import type { PageBox } from '../page/page-facts.ts';
import { encloseBoxes, type Glyph } from '../page/words.ts';
import type { GrayPage } from './gray-page.ts';
import { computeMedian } from './raster-words.ts';

/** A box that was read from a picture, in pixels, with its text and how sure it is, from 0 to 100. */
export type ReadBox = PageBox & { readonly text: string; readonly confidence: number };

/** A word that was read, with its letters. */
type ReadWord = ReadBox & { readonly letters: readonly ReadBox[] };

/** A line that was read, with two points of its baseline. */
export type ReadLine = {
  readonly words: readonly ReadWord[];
  readonly baseline: {
    readonly x0: number;
    readonly y0: number;
    readonly x1: number;
    readonly y1: number;
  } | null;
};

/** Reads text in pictures whose paper is white and whose text is level. */
export type PictureReader = {
  readonly readPage: (gray: GrayPage) => readonly ReadLine[];
  /** Reads a picture that has nothing but one line of text. */
  readonly readRow: (gray: GrayPage) => readonly ReadLine[];
};

/** Words of one or two letters that are less sure than this are dirt. */
const LEAST_SURE = 20;

/** Drawn lines are taken for these characters. */
const STROKE = /^[_\u2014\u2013\u2015~=\u00AF\u203E-]$/u;

/** Letters that reach from the baseline to the height of capitals, which is this share of the font's size. */
const TALL = /[A-Zbdfhkl0-9\u00C4\u00D6\u00DC]/u;
const CAPITALS = 0.7;

/** The size of a font relative to the height of its words, if they have no tall letters. */
const LEADING = 1.3;

/** No character is higher than this, in points. */
const MOST_HEIGHT = 60;

/** Scripts that are written without spaces. A space that is read after each letter means nothing. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Turns lines that were read from a picture into characters in points, one for each word. What drawn lines
 * were taken for is left out.
 */
export function toReadGlyphs(lines: readonly ReadLine[], scale: number): Glyph[] {
  return lines.flatMap((line) => {
    const size = estimateSize(line) / scale;
    return line.words.flatMap((word) => {
      if (word.confidence < LEAST_SURE && word.text.length < 3) return [];
      const baseline = readBaseline(line, word) / scale;
      return splitWord(word, size * scale).flatMap((part) => toGlyphs(part, { size, baseline, scale }));
    });
  });
}

/** The boxes of words that were surely read, in points: what isn't part of a drawn line. */
export function listSureWords(lines: readonly ReadLine[], scale: number): PageBox[] {
  return lines.flatMap(({ words }) =>
    words.flatMap((word) => {
      const letters = word.letters.filter(({ text }) => !STROKE.test(text) && text !== '.');
      if (word.confidence < SURE || letters.length === 0 || !/[\p{L}\p{N}]/u.test(word.text)) return [];
      const box = encloseBoxes(letters);
      // A letter that is as wide as a line is a line that was taken for a letter.
      if (word.height > MOST_SURE_HEIGHT * scale || box.width > box.height * (word.text.length * 1.6 + 1))
        return [];
      return [toPoints(box, scale)];
    }),
  );
}

const SURE = 55;
const MOST_SURE_HEIGHT = 40;

/** The mean confidence of the words of a page, weighed by their letters, from 0 to 1; 0 if it has none. */
export function computeConfidence(lines: readonly ReadLine[]): number {
  const words = lines.flatMap(({ words: own }) => own);
  const letters = words.reduce((sum, { text }) => sum + text.length, 0);
  const sum = words.reduce((total, { text, confidence }) => total + text.length * confidence, 0);
  return letters === 0 ? 0 : sum / letters / 100;
}

function estimateSize({ words }: ReadLine): number {
  const tall = words.flatMap(({ letters }) => letters.filter(({ text }) => TALL.test(text)));
  if (tall.length > 0) return computeMedian(tall.map(({ height }) => height)) / CAPITALS;
  return computeMedian(words.map(({ height }) => height)) * LEADING;
}

function readBaseline({ baseline }: ReadLine, word: PageBox): number {
  if (baseline === null || baseline.x1 === baseline.x0) return word.y + word.height;
  const share = (word.x + word.width / 2 - baseline.x0) / (baseline.x1 - baseline.x0);
  return baseline.y0 + (baseline.y1 - baseline.y0) * share;
}

/** Separates a word's letters from the lines that were read as part of it, and unspaced letters from each other. */
function splitWord(word: ReadWord, size: number): ReadBox[] {
  const letters: readonly ReadBox[] = word.letters.length === 0 ? [word] : word.letters;
  if (UNSPACED.test(word.text)) return [...letters];
  const parts: { isStroke: boolean; letters: ReadBox[] }[] = [];
  for (const letter of letters) {
    const isStroke = STROKE.test(letter.text);
    const last = parts.at(-1);
    if (last?.isStroke === isStroke) last.letters.push(letter);
    else parts.push({ isStroke, letters: [letter] });
  }
  // A hyphen is short.
  const hasLine = parts.some(
    (part) => part.isStroke && (part.letters.length > 1 || (part.letters[0]?.width ?? 0) > size * 0.9),
  );
  if (!hasLine && parts.some(({ isStroke }) => !isStroke)) return [word];
  return parts
    .filter(({ isStroke }) => !isStroke)
    .map((part) => ({
      ...encloseBoxes(part.letters),
      text: part.letters.map(({ text }) => text).join(''),
      confidence: word.confidence,
    }));
}

type Style = { readonly size: number; readonly baseline: number; readonly scale: number };

function toGlyphs(part: ReadBox, { size, baseline, scale }: Style): Glyph[] {
  const box = toPoints(part, scale);
  if (box.width <= 0 || box.height <= 0 || box.height > MOST_HEIGHT) return [];
  const spaced = !UNSPACED.test(part.text);
  const style = { baseline, size, bold: false, font: '' };
  const letters = [...part.text];
  // The dots of a blank are looked at one by one.
  if (!/\.{4,}|\u2026/u.test(part.text))
    return [{ ...box, text: part.text, start: box.x, end: box.x + box.width, spaced, ...style }];
  const step = box.width / letters.length;
  return letters.map((text, at) => {
    const x = box.x + at * step;
    return { ...box, x, width: step, text, start: x, end: x + step, spaced: at === 0, ...style };
  });
}

function toPoints({ x, y, width, height }: PageBox, scale: number): PageBox {
  return { x: x / scale, y: y / scale, width: width / scale, height: height / scale };
}
