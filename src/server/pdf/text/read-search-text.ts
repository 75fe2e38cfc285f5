import { shownPages, textWords, type SearchText } from '#domain/search/words.ts';
import { pageLines } from '#reading/text/page-lines.ts';
import { plainRows } from '#reading/text/plain-rows.ts';
import { keptTexts, type TextSource } from './kept-texts.ts';
import { logicalText } from './visual-orders.ts';

export interface ReadSearchTextRequest extends TextSource {
  readonly search: true;
}

/** Returns the words by which a PDF is found, and its pages as people read them. */
export async function readSearchText(request: ReadSearchTextRequest): Promise<SearchText> {
  const pages = await keptTexts(request);
  const read = pages.map((page) =>
    pageLines(page, logicalText)
      .lines.map(({ text }) => text)
      .join('\n'),
  );
  return { words: textWords(pages.map((page) => plainRows(page).join('\n'))), pages: shownPages(read) };
}
