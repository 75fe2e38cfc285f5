import { rowKey, wordsIn } from './cell-words.ts';
import type { Layout } from './find-candidates.ts';
import type { PageBox, Word } from './page-facts.ts';
import type { Region } from './regions.ts';

/** Words from which a cell holds part of a sentence, and least width of a cell that can, in points. */
const LEAST_WORDS = 3;
const LEAST_WIDTH = 24;

/**
 * The cells of tables that show and do not ask: every cell of their row is printed, and their own words begin as in the
 * middle of a sentence ("IF the applicant … | THEN complete …"). What is free below such words is no blank.
 */
export function toldCells({ regions, ink }: Pick<Layout, 'regions' | 'ink'>): ReadonlySet<PageBox> {
  const rows = new Map<string, { region: Region; words: Word[] }[]>();
  for (const region of regions) {
    if (!region.sides.top || region.width < LEAST_WIDTH) continue;
    const words = wordsIn(region, ink);
    const key = rowKey(region);
    rows.set(key, [...(rows.get(key) ?? []), { region, words }]);
  }
  const told = new Set<PageBox>();
  for (const row of rows.values()) {
    if (row.length < 2 || row.some(({ words }) => words.length === 0)) continue;
    for (const { region, words } of row) {
      if (words.length >= LEAST_WORDS && startsSmall(words)) told.add(region);
    }
  }
  return told;
}

function startsSmall(words: readonly Word[]): boolean {
  const first = words.reduce((one, other) =>
    other.baseline < one.baseline - 2 || (other.baseline < one.baseline + 2 && other.x < one.x) ? other : one,
  );
  return /^\p{Ll}{2}/u.test(first.text);
}
