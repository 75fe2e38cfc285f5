import { groupWordsAndLines } from '#reading/page/words.ts';
import { readContract, type ContractReading } from '#reading/contract/read-contract.ts';
import { type OpenPage, withPages } from './open-pages.ts';
import { readGlyphs } from './page-glyphs.ts';

/** A document's text, or why it can't be read. */
export type ContractTextOutcome = ContractReading | { readonly unreadable: string };

/** Pages beyond this one aren't read. */
const MOST_PAGES = 400;

/** Reads the text of a PDF. Untrusted files belong in a separate process: see contract-reader.ts. */
export async function readContractText({ document }: { document: Uint8Array }): Promise<ContractTextOutcome> {
  try {
    return await withPages(document, (pages) => readContract(iterateTexts(pages)));
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

/** Reads the pages that are asked for: rules and pictures say nothing, and neither do the pages of schedules. */
function* iterateTexts(pages: Iterable<OpenPage>): Iterable<string> {
  for (const { number, opened } of pages) {
    if (number > MOST_PAGES) return;
    const glyphs = opened === null ? [] : readGlyphs(opened.library, opened.page, opened.space).glyphs;
    yield groupWordsAndLines(glyphs)
      .lines.map(({ text }) => text)
      .join('\n');
  }
}
