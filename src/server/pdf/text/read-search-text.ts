import { readFile } from 'node:fs/promises';
import { formatShownPages, collectTextWords, type SearchText } from '#domain/search/words.ts';
import { toPageLines } from '#reading/text/page-lines.ts';
import type { PageText } from '#reading/text/page-text.ts';
import { listPlainRows } from '#reading/text/plain-rows.ts';
import { type OpenPage, withPages } from '#server/pdf/reading/open-pages.ts';
import { readPlainText } from '#server/pdf/reading/page-glyphs.ts';
import { findKeptTexts, type TextSource } from './kept-texts.ts';
import { readPageText } from './read-page-texts.ts';
import { toLogicalText } from './visual-orders.ts';

export interface ReadSearchTextRequest extends TextSource {
  readonly search: true;
}

/**
 * Returns the words that a PDF can be found by, and the text of its pages as people read it. Only the pages
 * whose text is shown are read with the positions of their characters.
 */
export async function readSearchText(request: ReadSearchTextRequest): Promise<SearchText> {
  const kept = findKeptTexts(request);
  if (kept !== undefined) return collectSearchText(kept.values(), (page) => page, formatWords);
  return await withPages(await readFile(request.path), (pages) =>
    collectSearchText(pages, readPageText, ({ opened }: OpenPage) =>
      opened === null ? '' : readPlainText(opened.library, opened.page),
    ),
  );
}

/** Reads pages until there is enough text to show, and the words of the others until there are enough. */
function collectSearchText<Page>(
  pages: IterableIterator<Page>,
  readText: (page: Page) => PageText,
  readWords: (page: Page) => string,
): SearchText {
  const words: string[] = [];
  function* readShown(): Iterable<string> {
    for (let next = pages.next(); !next.done; next = pages.next()) {
      const text = readText(next.value);
      words.push(formatWords(text));
      yield toPageLines(text, toLogicalText)
        .lines.map((line) => line.text)
        .join('\n');
    }
  }
  function* readOthers(): Iterable<string> {
    yield* words;
    for (let next = pages.next(); !next.done; next = pages.next()) yield readWords(next.value);
  }
  const shown = formatShownPages(readShown());
  return { words: collectTextWords(readOthers()), pages: shown };
}

function formatWords(page: PageText): string {
  return listPlainRows(page).join('\n');
}
