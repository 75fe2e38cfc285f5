import { readFile } from 'node:fs/promises';
import type { PageText } from '#reading/text/page-text.ts';
import { readPageTexts } from './read-page-texts.ts';

/** The PDF that signers see, and its SHA-256. */
export interface TextSource {
  readonly path: string;
  readonly sha256: string;
}

/**
 * A sender corrects a draft several times, but its text is read only once. These limit how much is kept, in
 * documents and in characters.
 */
const MOST_KEPT = 8;
const MOST_CHARACTERS_KEPT = 2_000_000;

const kept = new Map<string, readonly PageText[]>();

/** Returns the text of a PDF's pages if it is kept. */
export function findKeptTexts({ sha256 }: TextSource): readonly PageText[] | undefined {
  return kept.get(sha256);
}

/** Returns the text of a PDF's pages. */
export async function readKeptTexts({ path, sha256 }: TextSource): Promise<readonly PageText[]> {
  const known = kept.get(sha256);
  if (known !== undefined) return known;
  const pages = await readPageTexts(await readFile(path));
  kept.set(sha256, pages);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT && sumLengths(kept.values()) <= MOST_CHARACTERS_KEPT) break;
    kept.delete(oldest);
  }
  return pages;
}

function sumLengths(documents: Iterable<readonly PageText[]>): number {
  let length = 0;
  for (const pages of documents) for (const { exact } of pages) length += exact.length;
  return length;
}
