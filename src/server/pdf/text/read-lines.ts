import type { QuoteBox } from '#domain/envelope/thread.ts';
import { toPageLines, type PageLines, selectText } from '#reading/text/page-lines.ts';
import { readKeptTexts, type TextSource } from './kept-texts.ts';
import { toLogicalText } from './visual-orders.ts';

/** Counts from 1; both ends are included. */
export interface PageRange {
  readonly from: number;
  readonly to: number;
}

export interface ReadLinesRequest extends TextSource {
  readonly lines: PageRange;
}

/** How many pages are read at once. */
export const MOST_PAGES_OF_LINES = 50;

/** Returns the lines of a range of a PDF's pages, up to the number of pages that may be read at once. */
export async function readLines({
  lines: { from, to },
  ...source
}: ReadLinesRequest): Promise<readonly PageLines[]> {
  const pages = await readKeptTexts(source);
  return pages
    .slice(from - 1, Math.min(to, from - 1 + MOST_PAGES_OF_LINES))
    .map((page) => toPageLines(page, toLogicalText));
}

/** A part of a page, as a signer selected it. */
export interface Selection {
  readonly page: number;
  readonly boxes: readonly QuoteBox[];
}

export interface ReadQuoteRequest extends TextSource {
  readonly quoted: Selection;
}

/** Returns the text that a page draws within boxes; null if there is no such page. */
export async function readQuote({ quoted, ...source }: ReadQuoteRequest): Promise<string | null> {
  const pages = await readKeptTexts(source);
  const page = pages[quoted.page - 1];
  return page === undefined ? null : selectText(page, quoted.boxes, toLogicalText);
}
