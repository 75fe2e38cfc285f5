import { type Comparison, compareWords } from '#reading/compare/compare.ts';
import { listWords } from '#reading/compare/words.ts';
import type { PageText } from '#reading/text/page-text.ts';
import { readKeptTexts, type TextSource } from './kept-texts.ts';
import { toLogicalText } from './visual-orders.ts';

/** Two versions of a document. */
export interface CompareRequest {
  readonly before: TextSource;
  readonly after: TextSource;
}

export interface ComparedVersions extends Comparison {
  /** Pages that draw no text, such as scans, so that nothing on them could be compared. */
  readonly pagesWithoutText: { readonly before: number[]; readonly after: number[] };
}

/** Compares what two PDFs draw, word by word. */
export async function compareDocuments({ before, after }: CompareRequest): Promise<ComparedVersions> {
  const [old, now] = [await readKeptTexts(before), await readKeptTexts(after)];
  return {
    ...compareWords(listWords(old, toLogicalText), listWords(now, toLogicalText)),
    pagesWithoutText: { before: listTextless(old), after: listTextless(now) },
  };
}

function listTextless(pages: readonly PageText[]): number[] {
  return pages.filter(({ drawn }) => drawn.length === 0).map(({ number }) => number);
}
