import type { CandidateSet } from './candidate.ts';
import { getSideBits } from './cell-candidates.ts';
import { buildColumns, findColumnStarts } from '#reading/page/columns.ts';
import { type Ink, measureRoomAbove } from '#reading/page/ink.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import type { Region } from '#reading/page/regions.ts';

/**
 * The possible heights of a blank line in points: one line of text, a generous line, and a height close to
 * both.
 */
const ORDINARY = 13;
const GENEROUS = 21;
const BETWEEN = 17;

/** The smallest width of a blank on a line, in points. */
const LEAST_WIDTH = 12;

/** Regions up to this height that are plain cells need no proposal for their line. */
const CELL_LIKE = 17;

/**
 * Proposes the part above a line that is free of words: once as high as a line of text, and once as high as
 * the free space.
 */
export function addLineCandidates(region: Region, ink: Ink, set: CandidateSet): void {
  const bottom = region.y + region.height;
  const cap = Math.min(region.sides.top ? region.height : 60, 60);
  if (region.sides.top && region.height <= CELL_LIKE && findWordsOnLine(region, ink).length === 0) return;
  const more = { frame: region, sides: getSideBits(region) };
  for (const [left, right] of findBlanks(region, ink)) {
    const room = Math.min(cap, measureRoomAbove(ink, left, right, bottom, 60));
    if (room < 5) continue;
    const whole = right - left > region.width - 6;
    const height = Math.min(room, ORDINARY);
    const line = { x: left, y: bottom - height, width: right - left, height };
    const below = findColumnStarts(ink, left, bottom + 2, right, bottom + 11);
    const between = Math.min(room, BETWEEN);
    for (const [from, to] of buildColumns(below, left, right)) {
      set.add({ x: from, y: line.y, width: to - from, height }, 'labelSplit', more);
      if (room > BETWEEN)
        set.add({ x: from, y: bottom - between, width: to - from, height: between }, 'labelSplit', more);
    }
    set.add(line, whole ? 'openLine' : 'lineGap', more);
    if (room > BETWEEN - 1) {
      set.add({ ...line, y: bottom - between, height: between }, 'lineBetween', more);
    }
    if (room > ORDINARY + 3.5) {
      const tall = Math.min(room, GENEROUS);
      set.add({ ...line, y: bottom - tall, height: tall }, 'openLineTall', more);
    }
  }
}

/** Proposes equally wide lines with nothing between them as one field. */
export function addStackedCandidates(regions: readonly Region[], ink: Ink, set: CandidateSet): void {
  const sorted = [...regions].sort((one, other) => one.x - other.x || getBottom(one) - getBottom(other));
  const done = new Set<Region>();
  for (const [index, start] of sorted.entries()) {
    if (done.has(start) || start.width < 90) continue;
    const stack = [start];
    for (let at = index + 1; at < sorted.length; at += 1) {
      const next = sorted[at];
      const last = stack.at(-1);
      if (next === undefined || last === undefined || next.x - start.x > 4) break;
      const pitch = getBottom(next) - getBottom(last);
      if (Math.abs(next.width - start.width) > 5 || pitch < 9 || pitch > 34) continue;
      if (
        ink.words.within(next.x, getBottom(last) + 1, next.x + next.width, getBottom(next) - 1).length > 0
      ) {
        continue;
      }
      stack.push(next);
    }
    if (stack.length < 2) continue;
    for (const region of stack) done.add(region);
    const last = getBottom(stack.at(-1) ?? start);
    const pitch = (last - getBottom(start)) / (stack.length - 1);
    const room = measureRoomAbove(ink, start.x, start.x + start.width, getBottom(start), 40);
    const top = getBottom(start) - Math.min(room, pitch);
    const box = { x: start.x, y: top, width: start.width, height: last - top };
    set.add(box, 'stacked', { frame: box, sides: getSideBits(start), parts: stack.length });
  }
}

/** Proposes a row of equal, narrow cells as one field. Each cell is for one character. */
export function addCombCandidates(regions: readonly Region[], ink: Ink, set: CandidateSet): void {
  for (const run of findCombRuns(regions)) {
    const first = run[0];
    const last = run.at(-1);
    if (first === undefined || last === undefined || run.length < 3) continue;
    const bottom = getBottom(first);
    const right = last.x + last.width;
    const tallest = Math.min(...run.map(({ height }) => height), 30);
    const height = Math.min(tallest, measureRoomAbove(ink, first.x, right, bottom, 30));
    const box = { x: first.x, y: bottom - height, width: right - first.x, height };
    set.add(box, 'comb', { frame: box, sides: getSideBits(first), parts: run.length });
  }
}

function findCombRuns(regions: readonly Region[]): Region[][] {
  const runs: Region[][] = [];
  const sorted = [...regions]
    .filter(({ width }) => width >= 6 && width <= 30)
    .sort((one, other) => Math.round(getBottom(one)) - Math.round(getBottom(other)) || one.x - other.x);
  for (const region of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const joins =
      last !== undefined &&
      Math.abs(getBottom(last) - getBottom(region)) < 1.5 &&
      Math.abs(region.x - last.x - last.width) < 4 &&
      Math.abs(region.width - last.width) < 3;
    if (joins) run?.push(region);
    else runs.push([region]);
  }
  return runs;
}

/** Returns the parts of a line that have no words. */
function findBlanks(region: Region, ink: Ink): [left: number, right: number][] {
  const blanks: [number, number][] = [];
  let at = region.x;
  for (const word of findWordsOnLine(region, ink)) {
    if (word.x - at >= LEAST_WIDTH) blanks.push([at, word.x - 1]);
    at = Math.max(at, word.x + word.width + 2);
  }
  const end = region.x + region.width;
  if (end - at >= LEAST_WIDTH) blanks.push([at, end]);
  return blanks;
}

/** Returns the words and marks on a region's bottom line, left to right. */
function findWordsOnLine(region: Region, ink: Ink): PageBox[] {
  const bottom = getBottom(region);
  const right = region.x + region.width;
  const words = ink.words
    .within(region.x, bottom - 9, right, bottom + 1)
    .filter((word) => word.baseline > bottom - 8 && word.baseline < bottom + 2);
  const marks = ink.marks
    .within(region.x, bottom - 9, right, bottom - 1)
    .filter(({ width }) => width < region.width * 0.6);
  const dots = ink.leaders
    .within(region.x, bottom - 9, right, bottom + 1)
    .filter(({ kind, width }) => kind === 'dots' && width < region.width * 0.9);
  return [...words, ...marks, ...dots].sort((one, other) => one.x - other.x);
}

function getBottom(box: PageBox): number {
  return box.y + box.height;
}
