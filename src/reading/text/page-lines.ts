import { toPrintable } from '#domain/text.ts';
import { encloseBoxes } from '../page/words.ts';
import type { PageText } from './page-text.ts';
import { type PlacedLine, sortByReadingOrder } from './reading-order.ts';
import { GAP } from './rows.ts';

/**
 * A line of a page for people to read. Its place is in fractions of the page, with the origin at the top
 * left.
 */
type PageLine = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type PageLines = {
  /** Page number, from 1. */
  readonly number: number;
  /** The width of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  readonly lines: readonly PageLine[];
  /** The number of further lines on the page, which aren't listed. */
  readonly omitted: number;
};

/** Puts characters and spaces that are ordered from left to right into reading order. */
export type LogicalText = (parts: readonly string[]) => string;

/** The largest number of lines that are listed per page. */
const MOST_LINES = 2000;

/** Blanks are drawn as long runs of one of these characters. Their box tells how long they are. */
const BLANK = /([_.\u00B7\u2026\u2010-\u2015-])\1{5,}/gu;
const SHORT_BLANK = 5;

/** Returns a page's lines in reading order. A wide gap separates two lines, such as those of columns. */
export function toPageLines(page: PageText, logicalText: LogicalText): PageLines {
  const { number, width, height } = page;
  const placed = placeLines(page).flatMap(({ parts, ...box }) => {
    const text = toPrintable(logicalText(parts)).replace(BLANK, (_, one: string) => one.repeat(SHORT_BLANK));
    return text === '' ? [] : [{ ...box, text }];
  });
  const lines = sortByReadingOrder(placed, width).map(({ text, x, y, ...size }) => {
    const [left, top] = [toFraction(x, width), toFraction(y, height)];
    return {
      ...{ text, x: left, y: top },
      width: roundFraction(toFraction(x + size.width, width) - left),
      height: roundFraction(toFraction(y + size.height, height) - top),
    };
  });
  const omitted = Math.max(0, lines.length - MOST_LINES);
  return {
    number,
    width: roundFraction(width),
    height: roundFraction(height),
    lines: lines.slice(0, MOST_LINES),
    omitted,
  };
}

/** A rectangle in fractions of the page, with the origin at the top left. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Returns the text that a page draws within boxes: the characters whose middle lies in one of them, line by line in
 * reading order.
 */
export function selectText(page: PageText, boxes: readonly Box[], logicalText: LogicalText): string {
  const isWithin = (left: number, top: number, right: number, bottom: number) => {
    const [x, y] = [(left + right) / 2 / page.width, (top + bottom) / 2 / page.height];
    return boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height);
  };
  const placed = placeLines(page, isWithin).map(({ parts, ...box }) => ({
    ...box,
    text: logicalText(parts),
  }));
  const lines = sortByReadingOrder(placed, page.width).map(({ text }) => toPrintable(text));
  return lines.filter((line) => line !== '').join('\n');
}

type Drawn = Omit<PlacedLine, 'text'> & { readonly parts: readonly string[] };

/** Returns the lines from top to bottom, each with its characters from left to right. */
function placeLines(
  { exact, gap, character, drawn, boxes }: PageText,
  isWithin?: (left: number, top: number, right: number, bottom: number) => boolean,
): Drawn[] {
  const isLeftOut = (index: number) => {
    const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(index * 4);
    return isWithin?.(left, top, right, bottom) === false;
  };
  const lines: Drawn[] = [];
  let parts: string[] = [];
  let first = 0;
  let last = -1;
  const endLine = () => {
    if (parts.length > 0) lines.push({ ...boxAround(boxes, first, last), parts });
    parts = [];
  };
  for (let unit = 0; unit < exact.length; unit += 1) {
    const index = character[unit] ?? 0;
    if (exact.charAt(unit) === '\n') {
      endLine();
      continue;
    }
    if (index === last) continue;
    if (gap[unit] === GAP.column) endLine();
    if (isLeftOut(index)) continue;
    if (parts.length === 0) first = index;
    else if (gap[unit] === GAP.word) parts.push(' ');
    parts.push(drawn[index] ?? '');
    last = index;
  }
  endLine();
  return lines;
}

function boxAround(boxes: Float32Array, first: number, last: number) {
  return encloseBoxes(
    Array.from({ length: last - first + 1 }, (_, offset) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray((first + offset) * 4);
      return { x: left, y: top, width: right - left, height: bottom - top };
    }),
  );
}

function toFraction(length: number, whole: number): number {
  return roundFraction(Math.max(0, Math.min(1, length / whole)));
}

function roundFraction(value: number): number {
  return Math.round(value * 1000) / 1000;
}
