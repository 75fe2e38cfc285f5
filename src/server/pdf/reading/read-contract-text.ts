import type { PageFacts } from '#reading/page/page-facts.ts';
import { readContract, type ContractReading } from '#reading/contract/read-contract.ts';
import { readEachPage } from './read-page-facts.ts';

/** A document's text, or why it can't be read. */
export type ContractTextOutcome = ContractReading | { readonly unreadable: string };

/** Pages beyond this one aren't read. */
const MOST_PAGES = 400;

/** Reads the text of a PDF. Untrusted files belong in a separate process: see contract-reader.ts. */
export async function readContractText({ document }: { document: Uint8Array }): Promise<ContractTextOutcome> {
  const pages: string[] = [];
  try {
    await readEachPage(document, (page) => {
      if (pages.length < MOST_PAGES) pages.push(joinPageText(page));
    });
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
  return readContract(pages);
}

function joinPageText({ lines }: PageFacts): string {
  return lines.map(({ text }) => text).join('\n');
}
