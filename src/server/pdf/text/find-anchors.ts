import type { AnchorOutcome, AnchorRequest } from '#domain/field/anchor.ts';
import { resolveAnchors } from '#reading/text/resolve-anchors.ts';
import { keptTexts, type TextSource } from './kept-texts.ts';
import { visualOrders } from './visual-orders.ts';

export interface FindAnchorsRequest extends TextSource {
  readonly anchors: readonly AnchorRequest[];
}

/** Finds the places of anchored fields in a PDF. */
export async function findAnchors(request: FindAnchorsRequest): Promise<readonly AnchorOutcome[]> {
  return resolveAnchors(await keptTexts(request), request.anchors, visualOrders);
}
