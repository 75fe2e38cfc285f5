import type { PageFacts } from '#reading/page/page-facts.ts';
import { readContract, type ContractReading } from '#reading/contract/read-contract.ts';
import { eachPage } from './read-page-facts.ts';

/** What a document's text says, or why it cannot be read. */
export type ContractTextOutcome = ContractReading | { readonly unreadable: string };

/** Pages that are read: what the text of a longer document says stands on them. */
const MOST_PAGES = 400;

/** Reads what the text of a PDF says. Untrusted files belong in a process of their own: see contract-reader.ts. */
export async function readContractText({ document }: { document: Uint8Array }): Promise<ContractTextOutcome> {
  const pages: string[] = [];
  try {
    await eachPage(document, (page) => {
      if (pages.length < MOST_PAGES) pages.push(textOf(page));
    });
  } catch (error) {
    return { unreadable: error instanceof Error ? error.message : String(error) };
  }
  return readContract(pages);
}

function textOf({ lines }: PageFacts): string {
  return lines.map(({ text }) => text).join('\n');
}
