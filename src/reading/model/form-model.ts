import type { BoostedTrees } from './boosted-trees.ts';
import { FORM_TREES, PAGE_PRIOR, TICK_TREES } from './form-trees.ts';
import { decodeTrees } from './model-code.ts';
import type { PagePrior } from './page-prior.ts';

/** What was learned about forms: the trees that score candidates, and what tells ticks and pages with fields. */
export type FormModel = {
  readonly trees: BoostedTrees;
  /** Tell which of the small fields are ticks. */
  readonly ticks: BoostedTrees;
  readonly pagePrior: PagePrior;
};

let decoded: FormModel | null = null;

/** The model that comes with the program, read once. */
export function shippedModel(): FormModel {
  decoded ??= { trees: decodeTrees(FORM_TREES), ticks: decodeTrees(TICK_TREES), pagePrior: PAGE_PRIOR };
  return decoded;
}
