import type { AnchorOutcome, AnchorRequest } from '#domain/field/anchor.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { readKeptTexts, type TextSource } from './kept-texts.ts';
import { listVisualOrders } from './visual-orders.ts';

export interface FindAnchorsRequest extends TextSource {
  readonly anchors: readonly AnchorRequest[];
}

/** Finds the positions of anchored fields in a PDF. */
export async function findAnchors(request: FindAnchorsRequest): Promise<readonly AnchorOutcome[]> {
  return resolveAnchors(await readKeptTexts(request), request.anchors, listVisualOrders);
}
