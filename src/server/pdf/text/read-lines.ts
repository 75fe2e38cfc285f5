import { pageLines, type PageLines } from '#reading/text/page-lines.ts';
import { readKeptTexts, type TextSource } from './kept-texts.ts';
import { toLogicalText } from './visual-orders.ts';

/** From 1, both included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

export interface ReadLinesRequest extends TextSource {
  readonly lines: PageRange;
}

/** How many pages are read at once. */
export const MOST_PAGES_OF_LINES = 50;

/** Returns the lines of pages of a PDF, of no more pages than may be read at once. */
export async function readLines({
  lines: { from, to },
  ...source
}: ReadLinesRequest): Promise<readonly PageLines[]> {
  const pages = await readKeptTexts(source);
  return pages
    .slice(from - 1, Math.min(to, from - 1 + MOST_PAGES_OF_LINES))
    .map((page) => pageLines(page, toLogicalText));
}
