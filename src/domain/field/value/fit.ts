import { getFieldTypeFacts, type FieldType } from '../catalogue.ts';
import type { FieldDetails } from '../details.ts';
import type { PageSize } from '../../document/intake.ts';

/** The largest text size in points, unless the field has a size of its own. */
export const LARGEST_TEXT = 11;
/** No text is smaller than this, in points, unless its box is lower. */
const SMALLEST_TEXT = 6;
/** Text smaller than this is worth a hint to the person who types it. */
const SMALL_TEXT = 8;
/** Below this share of the wanted size, a line is broken rather than shrunk further. */
const READABLE_SHARE = 0.7;
/** How much narrower than usual letters may be. */
const NARROWEST = 0.8;
/** The factor by which each try is smaller than the one before. */
const STEP = 0.95;
/** The size at which no more line breaks are tried for a text that is too long. */
const UNREADABLE = 0.25;
const PADDING = 2;
const LETTER_WIDTH = 612;
const LINE_HEIGHT = 1.36;

type Box = { readonly width: number; readonly height: number };

/** A text that can be broken into lines. Its measures are in font sizes. */
export interface BreakableLines<Line> {
  readonly lineHeight: number;
  /** The lines that the text itself contains. */
  readonly own: readonly Line[];
  readonly breakInto: (width: number) => readonly Line[];
  readonly widthOf: (line: Line) => number;
}

export interface FittedLines<Line> {
  readonly size: number;
  readonly lines: readonly Line[];
  /** The share of their usual width that letters have. */
  readonly stretch: number;
  /** Whether the text is smaller than any text should be, because nothing else is possible. */
  readonly isTooLong: boolean;
}

/**
 * Finds the largest size up to `largest` at which the whole text fits into a box. The text stays on one line
 * as long as that is readable, and is broken into several lines otherwise. If `smallest` is still too large,
 * letters become narrower. A value is never cut; if nothing helps, it shrinks further.
 */
export function fitLines<Line>(
  text: BreakableLines<Line>,
  box: Box,
  largest: number,
  smallest: number,
): FittedLines<Line> {
  const { lineHeight, own } = text;
  const ceiling = Math.min(largest, box.height / lineHeight);
  const floor = Math.min(smallest, ceiling);
  const shrink = (lines: readonly Line[], width: number, most: number) =>
    Math.min(most, width / Math.max(0.01, ...lines.map((line) => text.widthOf(line))));
  const oneLine = own.length > 1 ? 0 : shrink(own, box.width, ceiling);
  if (oneLine >= Math.max(ceiling * READABLE_SHARE, floor)) return accept(oneLine, own);

  for (let size = ceiling; size > oneLine && size >= floor; size = size > floor ? getNextSize(size) : 0) {
    const lines = text.breakInto(box.width / size);
    // When shaped as a whole, a line may come out a little wider than the sum of its words.
    if (lines.length * size * lineHeight <= box.height) return accept(shrink(lines, box.width, size), lines);
  }
  if (oneLine >= floor) return accept(oneLine, own);

  const wide = box.width / NARROWEST;
  const narrow = [own, text.breakInto(wide / floor)].find(
    (lines) => lines.length * floor * lineHeight <= box.height && shrink(lines, wide, floor) >= floor * 0.999,
  );
  if (narrow !== undefined)
    return { ...accept(floor, narrow), stretch: Math.min(1, shrink(narrow, box.width, floor) / floor) };
  for (let size = floor * STEP; size > Math.max(oneLine, UNREADABLE); size *= STEP) {
    const lines = text.breakInto(box.width / size);
    if (lines.length * size * lineHeight <= box.height)
      return { ...accept(shrink(lines, box.width, size), lines), isTooLong: true };
  }
  // No line breaks fit, so each line is shrunk to the width, and all of them to the height.
  const size = shrink(own, wide, box.height / own.length / lineHeight);
  return { size: Math.max(oneLine, size), lines: own, stretch: NARROWEST, isTooLong: true };

  function getNextSize(size: number): number {
    return Math.max(floor, size * STEP);
  }
  function accept(size: number, lines: readonly Line[]): FittedLines<Line> {
    return { size, lines, stretch: 1, isTooLong: false };
  }
}

/**
 * Returns the unit of all sizes on a page in points (1/72 inch): 1, or proportionally more on pages larger
 * than Letter, because their fields are larger too.
 */
export function getUnit({ width, height }: PageSize): number {
  return Math.max(1, Math.min(width, height) / LETTER_WIDTH);
}

/** Returns the box for text within a field's box, and the sizes of that text. */
export function getTextRoom(box: Box, unit: number, fontSize: number | null | undefined) {
  const padding = Math.min(PADDING * unit, box.width / 8);
  return {
    padding,
    box: { width: box.width - 2 * padding, height: box.height },
    largest: (fontSize ?? LARGEST_TEXT) * unit,
    smallest: SMALLEST_TEXT * unit,
  };
}

type FittedField = { readonly type: FieldType } & Pick<FieldDetails, 'fontSize' | 'comb'> & Box;

export interface FittedValue extends FittedLines<string> {
  /** Whether it is one line of the usual size. */
  readonly isUsual: boolean;
  /** Whether the text is so small that the person who types it should know. */
  readonly isSmall: boolean;
}

/**
 * Estimates how a value that someone typed will be drawn into its field. Returns null for values that are
 * drawn in another way. Letters count as a little wider than most are, so what fits here fits when drawn.
 */
export function fitValue(field: FittedField, value: string, page: PageSize): FittedValue | null {
  const { answer, value: form } = getFieldTypeFacts(field.type);
  const isText = answer === 'text' || answer === 'none' || form === 'options';
  if (value === '' || field.comb !== null || !isText) return null;
  const unit = getUnit(page);
  const whole = { width: field.width * page.width, height: field.height * page.height };
  const { box, largest, smallest } = getTextRoom(whole, unit, field.fontSize);
  const fitted = fitLines(estimateLines(value), box, largest, smallest);
  const usual = Math.min(largest, box.height / LINE_HEIGHT);
  return {
    ...fitted,
    isUsual: fitted.lines.length === 1 && fitted.stretch === 1 && fitted.size >= usual * 0.99,
    isSmall: fitted.size < Math.min(SMALL_TEXT * unit, usual) * 0.99 || fitted.stretch < 1,
  };
}

/** Returns how many characters of a value fit into its field; null if all do. */
export function countFitting(field: FittedField, value: string, page: PageSize): number | null {
  const isTooLong = (text: string) => fitValue(field, text, page)?.isTooLong === true;
  if (!isTooLong(value)) return null;
  let [least, most] = [0, value.length];
  while (most - least > 1) {
    const middle = (least + most) >> 1;
    if (isTooLong(value.slice(0, middle))) most = middle;
    else least = middle;
  }
  return least;
}

const NARROW = /[\p{M}\p{Cf}]|[ijlftI.,:;'|!()[\] ]|[^\p{Letter}\p{N}]/gu;
const WIDE =
  /[mwMW@%\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/gu;

export function estimateWidth(text: string): number {
  const [all, narrow, wide, capital] = [/./gsu, NARROW, WIDE, /[\p{Lu}\d\p{Script=Cyrillic}]/gu].map(
    (pattern) => text.match(pattern)?.length ?? 0,
  );
  return (all ?? 0) * 0.57 - (narrow ?? 0) * 0.25 + (wide ?? 0) * 0.42 + (capital ?? 0) * 0.08;
}

function estimateLines(value: string): BreakableLines<string> {
  const own = value.split('\n');
  return { lineHeight: LINE_HEIGHT, own, widthOf: estimateWidth, breakInto };

  function breakInto(width: number): string[] {
    return own.flatMap((paragraph) => {
      const lines = [''];
      for (const word of paragraph.split(
        /(?<=[\s\p{Pd}/\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u,
      )) {
        const parts = estimateWidth(word.trimEnd()) <= width ? [word] : [...word];
        for (const part of parts) {
          const last = lines.length - 1;
          const longer = `${lines[last]}${part}`;
          if (estimateWidth(longer.trimEnd()) <= width || lines[last] === '') lines[last] = longer;
          else lines.push(part);
        }
      }
      return lines.map((line) => line.trimEnd());
    });
  }
}
