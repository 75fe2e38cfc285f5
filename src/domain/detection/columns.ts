import type { Ink } from './ink.ts';

/** Least gap between labels that head columns of their own, and least width of such a column, in points. */
const LEAST_GAP = 12;
const LEAST_WIDTH = 16;

/** Where the labels of a row start: words behind a wide gap. The first of them counts as well. */
export function columnsOf(ink: Ink, left: number, top: number, right: number, bottom: number): number[] {
  const words = ink.words
    .within(left, top, right, bottom)
    .filter((word) => word.x >= left - 3 && word.x + word.width / 2 < right)
    .sort((one, other) => one.x - other.x);
  const starts: number[] = [];
  let end = -Infinity;
  for (const word of words) {
    if (word.x - end >= LEAST_GAP) starts.push(word.x);
    end = Math.max(end, word.x + word.width);
  }
  return starts;
}

/** The columns below or above labels: from one label's start to the next, when there are at least two. */
export function columns(
  starts: readonly number[],
  left: number,
  right: number,
): [left: number, right: number][] {
  if (starts.length < 2 || starts.length > 8) return [];
  return starts
    .map((start, index): [number, number] => [
      index === 0 ? Math.min(start, left + 1) : start - 1,
      index === starts.length - 1 ? right : (starts[index + 1] ?? right) - 4,
    ])
    .filter(([from, to]) => to - from >= LEAST_WIDTH);
}
