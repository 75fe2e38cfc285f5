import type { BoostedTrees } from './boosted-trees.ts';
import { FORM_TREES, PAGE_PRIOR, TICK_TREES } from './form-trees.ts';
import { decodeTrees } from './model-code.ts';
import type { PagePrior } from './page-prior.ts';

/** The trees that score candidates and recognize ticks, and the weights that recognize pages with fields. */
export type FormModel = {
  readonly trees: BoostedTrees;
  /** The trees that recognize ticks among small fields. */
  readonly ticks: BoostedTrees;
  readonly pagePrior: PagePrior;
};

let decoded: FormModel | null = null;

/** Returns the built-in model, which is read only once. */
export function getShippedModel(): FormModel {
  decoded ??= { trees: decodeTrees(FORM_TREES), ticks: decodeTrees(TICK_TREES), pagePrior: PAGE_PRIOR };
  return decoded;
}
