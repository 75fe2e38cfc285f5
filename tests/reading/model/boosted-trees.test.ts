import { describe, expect, it } from 'vitest';
import { computeProbability } from '#reading/model/boosted-trees.ts';
import { computeCandidateFeatures } from '#reading/model/features.ts';
import { chooseCandidates } from '#reading/candidates/choose-candidates.ts';
import { findCandidates } from '#reading/candidates/find-candidates.ts';
import { FORM_TREES } from '#reading/model/form-trees.ts';
import { decodeTrees, encodeTrees } from '#reading/model/model-code.ts';
import { trainTrees } from '../../../scripts/detection/gradient-boosting.ts';
import { pageFacts } from '../../support/page-facts.ts';

const SETTINGS = {
  trees: 40,
  leaves: 6,
  rate: 0.3,
  leastWeight: 0.5,
  lambda: 1,
  features: 1,
  sample: 1,
  seed: 1,
};

describe('boosted trees', () => {
  const rows = Array.from({ length: 400 }, (_, index) => Float32Array.of(index % 20, Math.floor(index / 20)));
  const targets = rows.map(([x = 0, y = 0]) => (x < 8 === y < 13 ? 0 : 1));
  const trees = trainTrees({ rows, targets, weights: rows.map(() => 1) }, SETTINGS);

  it('learn what no single feature tells', () => {
    const wrong = rows.filter((row, index) => Math.round(computeProbability(trees, row)) !== targets[index]);
    expect(wrong).toEqual([]);
  });

  it('are the same after being written as text', () => {
    const read = decodeTrees(encodeTrees(trees, 2));
    for (const row of rows)
      expect(computeProbability(read, row)).toBeCloseTo(computeProbability(trees, row), 5);
  });

  it('that come with the program fit its features', () => {
    const { rows: own } = computeCandidateFeatures(
      findCandidates(pageFacts({ boxes: [[100, 100, 120, 18]] })),
    );
    expect(own.length).toBeGreaterThan(0);
    for (const row of own) expect(row).toHaveLength(FORM_TREES.features);
    const probabilities = own.map((row) => computeProbability(decodeTrees(FORM_TREES), row));
    expect(probabilities.every((value) => value > 0 && value < 1)).toBe(true);
  });
});

describe('the choice among candidates', () => {
  const boxes = [
    { x: 0, y: 0, width: 100, height: 20 },
    { x: 0, y: 0, width: 100, height: 40 },
    { x: 0, y: 100, width: 100, height: 20 },
  ];

  it.each([
    ['takes the better of two that collide', [0.6, 0.9, 0.7], [1, 2]],
    ['leaves out what is improbable', [0.9, 0.1, 0.2], [0]],
    ['takes none on a page without a good one', [0.4, 0.3, 0.45], []],
  ])('%s', (_name, probabilities, chosen) => {
    expect(chooseCandidates(boxes, probabilities)).toEqual(chosen);
  });
});
