import type { PageBox, PageFacts } from '../page/page-facts.ts';
import type { Glyph } from '../page/words.ts';
import { measureSharpness } from './skew.ts';

type Sheet = Pick<PageFacts, 'width' | 'height'>;

/** Turns a point clockwise about the middle of its sheet. */
function turnPoint(
  x: number,
  y: number,
  degrees: number,
  { width, height }: Sheet,
): { x: number; y: number } {
  const angle = (degrees * Math.PI) / 180;
  const [along, down] = [x - width / 2, y - height / 2];
  return {
    x: width / 2 + Math.cos(angle) * along - Math.sin(angle) * down,
    y: height / 2 + Math.sin(angle) * along + Math.cos(angle) * down,
  };
}

/**
 * Moves a box to where its center ends up when its sheet is turned clockwise. It keeps its size and stays
 * level.
 */
export function turnBox<Box extends PageBox>(box: Box, degrees: number, sheet: Sheet): Box {
  if (degrees === 0) return box;
  const middle = turnPoint(box.x + box.width / 2, box.y + box.height / 2, degrees, sheet);
  return { ...box, x: middle.x - box.width / 2, y: middle.y - box.height / 2 };
}

/** Whether characters make sharper lines when they are turned back by an angle. */
export function isTiltedBy(glyphs: readonly Glyph[], degrees: number, { width, height }: Sheet): boolean {
  const points = {
    xs: Float32Array.from(glyphs, ({ start }) => start),
    ys: Float32Array.from(glyphs, ({ baseline }) => baseline),
    span: Math.ceil(width + height),
  };
  return measureSharpness(points, degrees) > measureSharpness(points, 0);
}

/** The height of a character's advance box, in font sizes. */
const ADVANCE_HEIGHT = 1.15;

/**
 * Turns the characters of a tilted page back. Their boxes are level although the characters aren't, so boxes
 * are larger than what they enclose. Copiers also write level words on tilted pages: then only the words move.
 */
export function straightenGlyphs(glyphs: readonly Glyph[], degrees: number, sheet: Sheet): Glyph[] {
  if (degrees === 0) return [...glyphs];
  return splitIntoWords(glyphs).flatMap((word) =>
    isLevel(word, degrees)
      ? moveWord(word, degrees, sheet)
      : word.map((glyph) => turnGlyph(glyph, degrees, sheet)),
  );
}

function splitIntoWords(glyphs: readonly Glyph[]): Glyph[][] {
  const words: Glyph[][] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const word = words.at(-1);
    if (word !== undefined && last !== undefined && isNextLetter(last, glyph)) word.push(glyph);
    else words.push([glyph]);
    last = glyph;
  }
  return words;
}

/** Between lines, there may be no space. */
function isNextLetter(last: Glyph, glyph: Glyph): boolean {
  const isBeside = glyph.start >= last.start && Math.abs(glyph.baseline - last.baseline) < glyph.size * 0.5;
  return isBeside && !glyph.spaced;
}

/** Whether the baseline of a word is closer to level than to the tilt of its page. */
function isLevel(word: readonly Glyph[], degrees: number): boolean {
  const [first, last] = [word[0], word.at(-1)];
  if (first === undefined || last === undefined || first === last) return false;
  const rise = (last.baseline - first.baseline) / Math.max(1, last.start - first.start);
  const tilted = Math.tan((degrees * Math.PI) / 180);
  return Math.abs(rise) < Math.abs(rise - tilted);
}

function moveWord(word: readonly Glyph[], degrees: number, sheet: Sheet): Glyph[] {
  const [first, last] = [word[0], word.at(-1)];
  if (first === undefined || last === undefined) return [];
  const x = (first.start + last.end) / 2;
  const middle = turnPoint(x, first.baseline, -degrees, sheet);
  const [right, down] = [middle.x - x, middle.y - first.baseline];
  return word.map((glyph) => ({
    ...glyph,
    x: glyph.x + right,
    y: glyph.y + down,
    start: glyph.start + right,
    end: glyph.end + right,
    baseline: glyph.baseline + down,
  }));
}

function turnGlyph(glyph: Glyph, degrees: number, sheet: Sheet): Glyph {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const middle = turnPoint(glyph.x + glyph.width / 2, glyph.y + glyph.height / 2, -degrees, sheet);
  const square = cos * cos - sin * sin;
  const width = Math.max(glyph.width * 0.4, (glyph.width * cos - glyph.height * sin) / square);
  const height = Math.max(glyph.height * 0.4, (glyph.height * cos - glyph.width * sin) / square);
  const loose = Math.max(width, (glyph.end - glyph.start - glyph.size * ADVANCE_HEIGHT * sin) / cos);
  const origin = turnPoint(glyph.start, glyph.baseline, -degrees, sheet);
  const start = Math.min(middle.x - loose / 2, middle.x - width / 2);
  return {
    ...glyph,
    ...{ x: middle.x - width / 2, y: middle.y - height / 2, width, height },
    ...{ start, end: start + loose, baseline: origin.y },
  };
}
