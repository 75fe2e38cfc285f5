import type { PageBox } from '#reading/page/page-facts.ts';
import type { GrayPage } from './gray-page.ts';
import type { Glyph } from '#reading/page/words.ts';

/** Pixels that are darker than this are part of a letter. */
const INK = 150;

/** The widest gap between letters of a word, and the limits on a word's size, in points. */
const LETTER_GAP = 2.4;
const LEAST_HEIGHT = 3.5;
const MOST_HEIGHT = 40;
const LEAST_WIDTH = 2.5;

/** Ink this close to lines and boxes belongs to them, in points. */
const MARGIN = 1;

/** No page has more words than this. The limit keeps an image of noise from taking long. */
const MOST_WORDS = 4000;

/**
 * Finds the words in the image of a page without readable text: dark patches that aren't part of lines and
 * boxes, in points.
 */
export function findRasterWords(gray: GrayPage, drawn: readonly PageBox[]): PageBox[] {
  const free = withoutLines(gray, drawn);
  const patches = joinRuns(findLetterRuns(free, gray), gray.scale);
  return patches
    .map(({ from, to, first, last }) => ({
      x: from / gray.scale,
      y: first / gray.scale,
      width: (to - from + 1) / gray.scale,
      height: (last - first + 1) / gray.scale,
    }))
    .filter(({ width, height }) => height >= LEAST_HEIGHT && height <= MOST_HEIGHT && width >= LEAST_WIDTH)
    .slice(0, MOST_WORDS);
}

/** Returns an array with 1 for each pixel of ink that isn't part of a line. */
function withoutLines({ width, height, values, scale }: GrayPage, drawn: readonly PageBox[]): Uint8Array {
  const free = new Uint8Array(width * height);
  for (let at = 0; at < free.length; at += 1) free[at] = (values[at] ?? 255) < INK ? 1 : 0;
  for (const box of drawn) {
    const left = Math.max(0, Math.floor((box.x - MARGIN) * scale));
    const right = Math.min(width, Math.ceil((box.x + box.width + MARGIN) * scale));
    const low = Math.min(height, Math.ceil((box.y + box.height + MARGIN) * scale));
    for (let row = Math.max(0, Math.floor((box.y - MARGIN) * scale)); row < low; row += 1) {
      free.fill(0, row * width + left, row * width + right);
    }
  }
  return free;
}

type Run = { readonly row: number; readonly from: number; readonly to: number };

function findLetterRuns(free: Uint8Array, { width, height, scale }: GrayPage): Run[] {
  const gap = Math.round(LETTER_GAP * scale);
  const runs: Run[] = [];
  for (let row = 0; row < height; row += 1) {
    const start = row * width;
    let from = -1;
    let last = 0;
    for (let at = 0; at < width; at += 1) {
      if (free[start + at] !== 1) continue;
      if (from >= 0 && at - last > gap) {
        runs.push({ row, from, to: last });
        from = at;
      } else if (from < 0) from = at;
      last = at;
    }
    if (from >= 0) runs.push({ row, from, to: last });
  }
  return runs;
}

type Patch = { from: number; to: number; first: number; last: number };

/** Joins runs that touch each other from row to row. */
function joinRuns(runs: readonly Run[], scale: number): Patch[] {
  const reach = Math.round(scale);
  let open: Patch[] = [];
  const done: Patch[] = [];
  let row = -1;
  for (const run of runs) {
    if (run.row !== row) {
      row = run.row;
      const still: Patch[] = [];
      for (const patch of open) (patch.last >= row - 1 - reach / 2 ? still : done).push(patch);
      open = still;
    }
    let home: Patch | null = null;
    for (const patch of open) {
      if (run.from > patch.to + 1 || run.to < patch.from - 1) continue;
      if (home === null) {
        home = patch;
        patch.from = Math.min(patch.from, run.from);
        patch.to = Math.max(patch.to, run.to);
        patch.last = row;
      } else {
        home.from = Math.min(home.from, patch.from);
        home.to = Math.max(home.to, patch.to);
        home.first = Math.min(home.first, patch.first);
        patch.last = -1;
      }
    }
    if (home === null) open.push({ from: run.from, to: run.to, first: row, last: row });
    else open = open.filter(({ last }) => last !== -1);
  }
  return [...done, ...open];
}

/** Words are in the same row if they overlap by this share of their height. */
const SAME_ROW = 0.5;

/** The height of a font relative to the height of its words. */
const LEADING = 1.3;

/** Turns word images into unreadable characters that have the baseline and size of their row. */
export function toUnreadGlyphs(words: readonly PageBox[]): Glyph[] {
  const rows: PageBox[][] = [];
  for (const word of [...words].sort((one, other) => getMiddle(one) - getMiddle(other))) {
    const row = rows.at(-1);
    const first = row?.[0];
    const isSame =
      first !== undefined &&
      Math.abs(getMiddle(word) - getMiddle(first)) < Math.min(word.height, first.height) * SAME_ROW;
    if (isSame) row?.push(word);
    else rows.push([word]);
  }
  return rows.flatMap((row) => {
    const baseline = computeMedian(row.map(({ y, height }) => y + height));
    const size = computeMedian(row.map(({ height }) => height)) * LEADING;
    return row
      .sort((one, other) => one.x - other.x)
      .map((word) => ({
        ...word,
        ...{ text: '', start: word.x, end: word.x + word.width, baseline, size },
        ...{ bold: false, font: '', spaced: true },
      }));
  });
}

function getMiddle({ y, height }: PageBox): number {
  return y + height / 2;
}

/** Returns the value in the middle, the higher one of two; 0 if there are none. */
export function computeMedian(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
