import type { BoostedTrees } from '../../src/domain/detection/boosted-trees.ts';
import type { ExampleDocument } from './development-set.ts';
import { type Settings, trainTrees } from './gradient-boosting.ts';

/** How the shipped trees are grown: many small steps that each see a few of the features generalise best. */
export const FORM_SETTINGS: Settings = {
  trees: 400,
  leaves: 32,
  rate: 0.055,
  leastWeight: 3,
  lambda: 3,
  features: 0.15,
  sample: 0.5,
  seed: 7,
};

/** Parts into which the set is split for cross validation. */
export const FOLDS = 5;

/** Trains trees on documents. */
export function trainForms(documents: readonly ExampleDocument[], settings = FORM_SETTINGS): BoostedTrees {
  const rows: Float32Array[] = [];
  const targets: number[] = [];
  const weights: number[] = [];
  for (const page of documents.flatMap(({ pages }) => pages)) {
    for (const [index, row] of page.rows.entries()) {
      const weight = page.weights[index] ?? 0;
      if (weight === 0) continue;
      rows.push(row);
      targets.push(page.targets[index] ?? 0);
      weights.push(weight);
    }
  }
  return trainTrees({ rows, targets, weights }, settings);
}

export type Fold = { readonly train: readonly ExampleDocument[]; readonly test: readonly ExampleDocument[] };

/**
 * Splits documents so that no source is on both sides, nor another edition of a form that is tested: what is measured
 * are documents of authors, and forms, that the trees have never seen.
 */
export function foldsBySource(documents: readonly ExampleDocument[], count = FOLDS): Fold[] {
  const sizes = new Map<string, number>();
  for (const { source } of documents) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  const loads = Array.from({ length: count }, () => 0);
  const home = new Map<string, number>();
  for (const [source, size] of [...sizes].sort((one, other) => other[1] - one[1])) {
    const fold = loads.indexOf(Math.min(...loads));
    home.set(source, fold);
    loads[fold] = (loads[fold] ?? 0) + size;
  }
  return loads.map((_, fold) => {
    const test = documents.filter(({ source }) => home.get(source) === fold);
    const forms = new Set(test.map(({ form }) => form));
    const train = documents.filter(({ source, form }) => home.get(source) !== fold && !forms.has(form));
    return { train, test };
  });
}
