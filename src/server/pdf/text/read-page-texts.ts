import { type PageText, toPageText } from '#reading/text/page-text.ts';
import { type OpenPage, openPages, UNREADABLE_PAGE } from '#server/pdf/reading/open-pages.ts';
import { readGlyphs } from '#server/pdf/reading/page-glyphs.ts';

/**
 * Reads the text drawn on a PDF's pages, to search in it. Untrusted files belong in a separate process: see
 * text-finder.ts.
 */
export async function readPageTexts(bytes: Uint8Array): Promise<readonly PageText[]> {
  const pages: PageText[] = [];
  await openPages(bytes, (page) => pages.push(readPageText(page)));
  return pages;
}

/** Reads the text drawn on a page. */
export function readPageText({ number, opened }: OpenPage): PageText {
  const { width, height } = opened?.space ?? UNREADABLE_PAGE;
  const read =
    opened === null ? { glyphs: [], turned: [] } : readGlyphs(opened.library, opened.page, opened.space);
  return toPageText({ number, width, height, ...read });
}
