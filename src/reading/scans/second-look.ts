import type { PageBox } from '../page/page-facts.ts';
import { encloseBoxes } from '../page/words.ts';
import type { ReadBox, ReadLine } from './glyphs.ts';
import type { GrayPage } from './gray-page.ts';
import { findRasterWords } from './raster-words.ts';

/** No more rows than this are looked at again, the widest first. */
const MOST_ROWS = 40;

/** The sizes of words that are looked at again, in points. */
const LEAST_HEIGHT = 4.5;
const MOST_HEIGHT = 22;
const LEAST_WIDTH = 5;
const MOST_WIDTH = 400;
const LEAST_ROW = 7;

/** Letters have at least this share of ink and at most that; anything else is noise or a picture. */
const LEAST_INK = 0.12;
const MOST_INK = 0.7;
const INK = 150;

/** The widest gap between words of a row, in points. */
const WORD_GAP = 12;

/** What is read only at a second look must be this sure, from 0 to 100. */
const LEAST_SURE = 50;

/** The paper around a row, in points and as gray. */
const MARGIN = 5;
const PAPER = 252;

/**
 * Looks again at rows of ink that nobody read, each as one line of text: short labels beside lines are left
 * out when a whole page is divided. `rest` is the picture without what was read and without its lines.
 */
export function lookAgain(rest: GrayPage, readRow: (gray: GrayPage) => readonly ReadLine[]): ReadLine[] {
  return findUnreadRows(rest).flatMap((row) => {
    const { gray, left, top } = cutRow(rest, row);
    return readRow(gray).flatMap(({ words, baseline }) => {
      const move = <Box extends ReadBox>(box: Box): Box => ({ ...box, x: box.x + left, y: box.y + top });
      const sure = words
        .filter(({ confidence, text }) => confidence >= LEAST_SURE && /\p{L}{2}|\p{N}/u.test(text))
        .map((word) => ({ ...move(word), letters: word.letters.map(move) }));
      if (sure.length === 0) return [];
      const moved = baseline && {
        ...{ x0: baseline.x0 + left, x1: baseline.x1 + left },
        ...{ y0: baseline.y0 + top, y1: baseline.y1 + top },
      };
      return [{ words: sure, baseline: moved }];
    });
  });
}

function findUnreadRows(rest: GrayPage): PageBox[] {
  const patches = findRasterWords(rest, []).filter(
    ({ width, height }) =>
      height >= LEAST_HEIGHT && height <= MOST_HEIGHT && width >= LEAST_WIDTH && width < MOST_WIDTH,
  );
  const rows: PageBox[] = [];
  for (const patch of patches.sort((one, other) => one.x - other.x)) {
    const ink = measureInk(rest, patch);
    if (ink < LEAST_INK || ink > MOST_INK) continue;
    const at = rows.findIndex((row) => continuesRow(row, patch));
    const row = rows[at];
    if (row === undefined) rows.push(patch);
    else rows[at] = encloseBoxes([row, patch]);
  }
  return rows
    .filter(({ width }) => width >= LEAST_ROW)
    .sort((one, other) => other.width - one.width)
    .slice(0, MOST_ROWS);
}

function continuesRow(row: PageBox, patch: PageBox): boolean {
  const shared = Math.min(row.y + row.height, patch.y + patch.height) - Math.max(row.y, patch.y);
  return shared > 0.5 * Math.min(row.height, patch.height) && patch.x - (row.x + row.width) < WORD_GAP;
}

function measureInk({ width, values, scale }: GrayPage, box: PageBox): number {
  let ink = 0;
  let count = 0;
  for (let row = Math.floor(box.y * scale); row < (box.y + box.height) * scale; row += 1) {
    for (let at = Math.floor(box.x * scale); at < (box.x + box.width) * scale; at += 1) {
      count += 1;
      if ((values[row * width + at] ?? 255) < INK) ink += 1;
    }
  }
  return ink / Math.max(1, count);
}

/** Cuts a row out of a picture, with clean paper around it. */
function cutRow(rest: GrayPage, row: PageBox): { gray: GrayPage; left: number; top: number } {
  const { scale } = rest;
  const margin = Math.round(MARGIN * scale);
  const own = Math.round(scale);
  const left = Math.max(0, Math.floor(row.x * scale) - margin);
  const top = Math.max(0, Math.floor(row.y * scale) - margin);
  const right = Math.min(rest.width, Math.ceil((row.x + row.width) * scale) + margin);
  const low = Math.min(rest.height, Math.ceil((row.y + row.height) * scale) + margin);
  const width = right - left;
  const values = new Uint8Array(width * (low - top)).fill(PAPER);
  for (let at = Math.max(top, top + margin - own); at < Math.min(low, low - margin + own); at += 1) {
    const from = Math.max(left, left + margin - own);
    const to = Math.min(right, right - margin + own);
    values.set(
      rest.values.subarray(at * rest.width + from, at * rest.width + to),
      (at - top) * width + from - left,
    );
  }
  return { gray: { width, height: low - top, values, scale }, left, top };
}
