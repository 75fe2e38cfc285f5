import { formatShownPages, collectTextWords, type SearchText } from '#domain/search/words.ts';
import { pageLines } from '#reading/text/page-lines.ts';
import { listPlainRows } from '#reading/text/plain-rows.ts';
import { readKeptTexts, type TextSource } from './kept-texts.ts';
import { toLogicalText } from './visual-orders.ts';

export interface ReadSearchTextRequest extends TextSource {
  readonly search: true;
}

/** Returns the words that a PDF can be found by, and the text of its pages as people read it. */
export async function readSearchText(request: ReadSearchTextRequest): Promise<SearchText> {
  const pages = await readKeptTexts(request);
  const read = pages.map((page) =>
    pageLines(page, toLogicalText)
      .lines.map(({ text }) => text)
      .join('\n'),
  );
  return {
    words: collectTextWords(pages.map((page) => listPlainRows(page).join('\n'))),
    pages: formatShownPages(read),
  };
}
