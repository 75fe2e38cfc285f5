import type { Ink } from './ink.ts';
import { normalizeLabelWords } from '#reading/labels/label-words.ts';

/** The smallest gap between labels of separate columns, and the smallest width of a column, in points. */
const LEAST_GAP = 12;
const LEAST_WIDTH = 16;

/** Words that start the label of a part of an address, whether or not there is a gap before them. */
const PART =
  /^\(?(city|town|state|zip|postal|postcode|county|country|province|phone|telephone|apt|unit|plz|ort|land|ville|pays|ciudad|estado|provincia|pais|citta|cap|cidade|miasto|plaats|land)\b/;

/** The gap that separates such a word from the word before it, in points. */
const PART_GAP = 1.2;

/** Returns where the labels of a row start: at the first label, and at words after a wide gap. */
export function findColumnStarts(
  ink: Ink,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number[] {
  const words = ink.words
    .within(left, top, right, bottom)
    .filter((word) => word.x >= left - 3 && word.x + word.width / 2 < right)
    .sort((one, other) => one.x - other.x);
  const isList = words.filter((word) => PART.test(normalizeLabelWords(word.text))).length > 1;
  const starts: number[] = [];
  let end = -Infinity;
  for (const word of words) {
    const gap = isList && PART.test(normalizeLabelWords(word.text)) ? PART_GAP : LEAST_GAP;
    if (word.x - end >= gap) starts.push(word.x);
    end = Math.max(end, word.x + word.width);
  }
  return starts;
}

/**
 * Returns the columns above or below labels. Each extends from the start of one label to the next. Returns
 * none unless there are at least two.
 */
export function buildColumns(
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
