import { choosePage } from '../../src/reading/forms/choose-page.ts';
import type { PagePrior } from '../../src/reading/model/page-prior.ts';
import type { ExampleDocument } from './development-set.ts';
import { type FormTrees, splitBySource, trainForms } from './train-forms.ts';

/** A page whose candidates were chosen by trees that haven't seen its document. */
export type PageExample = { readonly evidence: readonly number[]; readonly hasFields: boolean };

/** The extra weight of pages without fields, of which there are few. */
const EMPTY_WEIGHT = 2;

/** The descent's number of steps, its step size, and the strength of the regularization. */
const STEPS = 4000;
const RATE = 0.3;
const SHRINKAGE = 0.002;

/** Returns the pages of documents as examples for the prior, as these trees see them. */
export function collectPageExamples(documents: readonly ExampleDocument[], trees: FormTrees): PageExample[] {
  return documents.flatMap(({ pages }) =>
    pages.flatMap(({ page, isScored, isEmpty }) => {
      if (!isScored) return [];
      const { chosen, evidence } = choosePage(page, trees);
      return chosen.length === 0 ? [] : [{ evidence, hasFields: !isEmpty }];
    }),
  );
}

/**
 * Returns the pages of all documents, each part of the set as seen by trees that were trained on the other
 * parts.
 */
export function buildUnseenPageExamples(documents: readonly ExampleDocument[]): PageExample[] {
  return splitBySource(documents).flatMap(({ train, test }) => collectPageExamples(test, trainForms(train)));
}

/** Fits the weights by logistic regression. */
export function trainPagePrior(examples: readonly PageExample[]): PagePrior {
  const count = examples[0]?.evidence.length ?? 0;
  let weights = Array.from({ length: count }, () => 0);
  const total = examples.reduce((sum, example) => sum + getWeight(example), 0);
  for (let step = 0; step < STEPS; step += 1) {
    const slope = weights.map(() => 0);
    for (const example of examples) {
      const score = example.evidence.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0);
      const error = getWeight(example) * (1 / (1 + Math.exp(-score)) - (example.hasFields ? 1 : 0));
      for (const [index, value] of example.evidence.entries())
        slope[index] = (slope[index] ?? 0) + error * value;
    }
    weights = weights.map(
      (weight, index) =>
        weight - RATE * ((slope[index] ?? 0) / total + (index === 0 ? 0 : SHRINKAGE * weight)),
    );
  }
  return weights.map((weight) => Math.round(weight * 1000) / 1000);
}

function getWeight({ hasFields }: PageExample): number {
  return hasFields ? 1 : EMPTY_WEIGHT;
}
