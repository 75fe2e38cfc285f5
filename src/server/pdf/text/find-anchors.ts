import { readFile } from 'node:fs/promises';
import type { AnchorOutcome, AnchorRequest } from '#domain/field/anchor.ts';
import type { PageText } from '#reading/text/page-text.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { readPageTexts } from './read-page-texts.ts';
import { visualOrders } from './visual-orders.ts';

export interface FindAnchorsRequest {
  /** The PDF that signers see, and its SHA-256. */
  readonly path: string;
  readonly sha256: string;
  readonly anchors: readonly AnchorRequest[];
}

/** A sender corrects a draft several times: its text is read once. Limits what is kept, in documents and characters. */
const MOST_KEPT = 8;
const MOST_CHARACTERS_KEPT = 8_000_000;

const kept = new Map<string, readonly PageText[]>();

/** Finds the places of anchored fields in a PDF. */
export async function findAnchors(request: FindAnchorsRequest): Promise<readonly AnchorOutcome[]> {
  return resolveAnchors(await textsOf(request), request.anchors, visualOrders);
}

async function textsOf({ path, sha256 }: FindAnchorsRequest): Promise<readonly PageText[]> {
  const known = kept.get(sha256);
  if (known !== undefined) return known;
  const pages = await readPageTexts(await readFile(path));
  kept.set(sha256, pages);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT && lengthOf(kept.values()) <= MOST_CHARACTERS_KEPT) break;
    kept.delete(oldest);
  }
  return pages;
}

function lengthOf(documents: Iterable<readonly PageText[]>): number {
  let length = 0;
  for (const pages of documents) for (const { exact } of pages) length += exact.length;
  return length;
}
