import type { BoostedTrees } from '../../src/reading/model/boosted-trees.ts';
import type { ExampleDocument } from './development-set.ts';
import { isTickSized } from '../../src/reading/candidates/tick-boxes.ts';
import { createGenerator } from './draws.ts';
import { type Settings, trainTrees } from './gradient-boosting.ts';

/** How the shipped trees are grown: many small steps that each use a few of the features generalize best. */
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

/** The number of folds for cross-validation. */
export const FOLDS = 5;

/** Ticks are easier to tell from text. */
const TICK_SETTINGS: Settings = { ...FORM_SETTINGS, trees: 60, leaves: 8, rate: 0.12, features: 0.3 };

export type FormTrees = { readonly trees: BoostedTrees; readonly ticks: BoostedTrees };

/** Trains the trees that find fields, and those that find tick boxes among the small ones. */
export function trainForms(documents: readonly ExampleDocument[], settings = FORM_SETTINGS): FormTrees {
  return {
    trees: trainFields(documents, settings),
    ticks: trainTicks(documents, { ...TICK_SETTINGS, seed: settings.seed }),
  };
}

function trainTicks(documents: readonly ExampleDocument[], settings: Settings): BoostedTrees {
  const rows: Float32Array[] = [];
  const targets: number[] = [];
  const weights: number[] = [];
  for (const page of documents.flatMap(({ pages, scan }) => [...pages, ...scan])) {
    for (const [index, row] of page.rows.entries()) {
      if (page.targets[index] !== 1 || !isTickSized(page.boxes[index])) continue;
      rows.push(row);
      targets.push(page.ticks[index] ?? 0);
      weights.push(page.weights[index] ?? 0);
    }
  }
  return trainTrees({ rows, targets, weights }, settings);
}

function trainFields(documents: readonly ExampleDocument[], settings: Settings): BoostedTrees {
  const rows: Float32Array[] = [];
  const targets: number[] = [];
  const weights: number[] = [];
  for (const page of documents.flatMap(({ pages, scan }) => [...pages, ...scan])) {
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
 * Splits documents so that no source is on both sides, nor is another edition of a form under test. That way,
 * the test uses authors and forms that the trees have never seen.
 */
export function splitBySource(documents: readonly ExampleDocument[], count = FOLDS, seed = 0): Fold[] {
  const random = createGenerator(seed);
  const sizes = new Map<string, number>();
  for (const { source } of documents) sizes.set(source, (sizes.get(source) ?? 0) + 1);
  if (seed !== 0) for (const [source, size] of sizes) sizes.set(source, size * (0.5 + random()));
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
