import type { BoostedTrees } from './boosted-trees.ts';
import { FORM_TREES, PAGE_PRIOR } from './form-trees.ts';
import { decodeTrees } from './model-code.ts';
import type { PagePrior } from './page-prior.ts';

/** What was learned about forms: the trees that score candidates, and the weights that tell pages with fields. */
export type FormModel = { readonly trees: BoostedTrees; readonly pagePrior: PagePrior };

let decoded: FormModel | null = null;

/** The model that comes with the program, read once. */
export function shippedModel(): FormModel {
  decoded ??= { trees: decodeTrees(FORM_TREES), pagePrior: PAGE_PRIOR };
  return decoded;
}
