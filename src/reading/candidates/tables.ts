import type { Candidate } from './candidate.ts';
import { toColumnKey, toRowKey, findCellWords } from './cell-words.ts';
import type { Layout } from './find-candidates.ts';
import type { PageBox } from '#reading/page/page-facts.ts';

type Content = { readonly words: number; readonly letters: number; readonly shade: number };

/** Counts for the cells of a table row or column. */
type Group = { cells: number; printed: number; words: number; lightest: number };

/** Cells with more words are passages rather than labels. */
const LABEL_WORDS = 60;

/**
 * Counts the cells in the row and column of each candidate. A fully printed table informs; a table with empty
 * cells asks.
 */
export function countTableCells({
  candidates,
  regions,
  ink,
  shades,
}: Pick<Layout, 'candidates' | 'regions' | 'ink' | 'shades'>): number[][] {
  const contents = new Map<PageBox, Content>();
  const rows = new Map<string, Group>();
  const columns = new Map<string, Group>();
  for (const region of regions) {
    if (!region.sides.top) continue;
    const words = findCellWords(region, ink);
    const letters = words.reduce((sum, { text }) => sum + text.length, 0);
    const shade = shades.at(region.x + region.width / 2, region.y + region.height / 2) ?? 1;
    contents.set(region, { words: words.length, letters, shade });
    if (region.width < 24) continue;
    count(rows, toRowKey(region), words.length, shade);
    count(columns, toColumnKey(region), words.length, shade);
  }
  return candidates.map(({ frame }: Candidate) => {
    const content = contents.get(frame);
    if (content === undefined) return NONE;
    const row = rows.get(toRowKey(frame));
    const column = columns.get(toColumnKey(frame));
    return [
      (row?.lightest ?? content.shade) - content.shade,
      (column?.lightest ?? content.shade) - content.shade,
      content.words,
      content.letters,
      ...summarizeGroup(row),
      ...summarizeGroup(column),
    ];
  });
}

const NONE = [0, 0, -1, -1, 0, -1, 0, 0, -1, 0];

function count(groups: Map<string, Group>, key: string, words: number, shade: number): void {
  const group = groups.get(key) ?? { cells: 0, printed: 0, words: 0, lightest: 0 };
  group.cells += 1;
  if (words > 0) group.printed += 1;
  group.words += Math.min(words, LABEL_WORDS);
  group.lightest = Math.max(group.lightest, shade);
  groups.set(key, group);
}

/**
 * Returns the number of cells, the share of them that is printed, and the mean number of words in the printed
 * ones.
 */
function summarizeGroup(group: Group | undefined): number[] {
  if (group === undefined) return [0, -1, 0];
  return [group.cells, group.printed / group.cells, group.words / Math.max(1, group.printed)];
}
