import { textWords } from '#domain/search/words.ts';
import { plainRows } from '#reading/text/plain-rows.ts';
import { keptTexts, type TextSource } from './kept-texts.ts';

export interface ReadWordsRequest extends TextSource {
  readonly words: true;
}

/** Returns the words by which a PDF is found. */
export async function readWords(request: ReadWordsRequest): Promise<readonly string[]> {
  const pages = await keptTexts(request);
  return textWords(pages.map((page) => plainRows(page).join('\n')));
}
