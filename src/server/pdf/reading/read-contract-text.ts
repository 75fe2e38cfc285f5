import { groupWordsAndLines } from '#reading/page/words.ts';
import { readContract, type ContractReading } from '#reading/contract/read-contract.ts';
import type { OpenPage } from './open-pages.ts';

/** A PDF, or the text of its pages if it has been read already. */
export type ContractSource = { readonly document: Uint8Array } | { readonly pages: readonly string[] };

/** What a document's text says, or why it can't be read. */
export type ContractTextOutcome = ContractReading | { readonly unreadable: string };

/** Pages beyond this one aren't read. */
const MOST_PAGES = 400;

/** Reads a contract. Untrusted ones belong in a separate process: see contract-reader.ts. */
export async function readContractText(source: ContractSource): Promise<ContractTextOutcome> {
  if ('pages' in source) return readContract(source.pages);
  try {
    return await readDocument(source.document);
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
}

async function readDocument(document: Uint8Array): Promise<ContractReading> {
  // Loaded only here, because most texts have been read already.
  const [{ withPages }, { readGlyphs }] = await Promise.all([
    import('./open-pages.ts'),
    import('./page-glyphs.ts'),
  ]);
  /** Rules and pictures say nothing, so only characters are read, and only of the pages that are asked for. */
  function* iterateTexts(pages: Iterable<OpenPage>): Iterable<string> {
    for (const { number, opened } of pages) {
      if (number > MOST_PAGES) return;
      const glyphs = opened === null ? [] : readGlyphs(opened.library, opened.page, opened.space).glyphs;
      yield groupWordsAndLines(glyphs)
        .lines.map(({ text }) => text)
        .join('\n');
    }
  }
  return await withPages(document, (pages) => readContract(iterateTexts(pages)));
}
