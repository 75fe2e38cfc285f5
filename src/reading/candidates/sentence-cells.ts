import { toRowKey, findCellWords } from './cell-words.ts';
import type { Layout } from './find-candidates.ts';
import type { PageBox, Word } from '#reading/page/page-facts.ts';
import type { Region } from '#reading/page/regions.ts';

/**
 * The smallest number of words, the smallest width, and the largest height of a cell that can hold part of a
 * sentence; sizes are in points.
 */
const LEAST_WORDS = 3;
const LEAST_WIDTH = 24;
const TALLEST = 50;

/** The smallest number of cells in a row of a lookup table. */
const LEAST_NUMBERS = 3;

/**
 * Finds the cells of tables that inform rather than ask. Every cell of such a row has printed text, and
 * either two cells start in mid-sentence ("IF the applicant … | THEN complete …") or all are numbers, as in a
 * table of rates.
 */
export function findInformativeCells({
  regions,
  ink,
}: Pick<Layout, 'regions' | 'ink'>): ReadonlySet<PageBox> {
  const rows = new Map<string, { region: Region; words: Word[] }[]>();
  for (const region of regions) {
    if (!region.sides.top || region.width < LEAST_WIDTH || region.height > TALLEST) continue;
    const words = findCellWords(region, ink);
    const key = toRowKey(region);
    rows.set(key, [...(rows.get(key) ?? []), { region, words }]);
  }
  const told = new Set<PageBox>();
  for (const row of rows.values()) {
    if (row.length < 2 || row.some(({ words }) => words.length === 0)) continue;
    const isLookedUp = row.length >= LEAST_NUMBERS && row.every(({ words }) => isNumber(words));
    const parts = row.filter(({ words }) => words.length >= LEAST_WORDS && startsSmall(words));
    // If only one cell starts in mid-sentence, it's the end of a question from the row before.
    const showing = isLookedUp ? row : parts.length > 1 ? parts : [];
    for (const { region } of showing) told.add(region);
  }
  return told;
}

/** Checks whether the words are a number with a sign or unit, or a dash for none. */
function isNumber(words: readonly Word[]): boolean {
  const text = words.map((word) => word.text).join('');
  return /^[$€£]?[\d.,%()]*\d[\d.,%()]*[€%]?$|^[-–—]+$/.test(text);
}

function startsSmall(words: readonly Word[]): boolean {
  const first = words.reduce((one, other) =>
    other.baseline < one.baseline - 2 || (other.baseline < one.baseline + 2 && other.x < one.x) ? other : one,
  );
  return /^\p{Ll}{2}/u.test(first.text);
}
