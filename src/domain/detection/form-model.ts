import type { BoostedTrees } from './boosted-trees.ts';
import { FORM_TREES } from './form-trees.ts';
import { decodeTrees } from './model-code.ts';

let decoded: BoostedTrees | null = null;

/** The trees that come with the program, read once. */
export function shippedTrees(): BoostedTrees {
  decoded ??= decodeTrees(FORM_TREES);
  return decoded;
}
