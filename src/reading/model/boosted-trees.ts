/**
 * Gradient boosted trees as flat arrays, each tree depth first. `feature` is a node's feature, or -1 for a
 * leaf. `value` is the threshold (rows not above it go left) or the leaf's output. `right` is the index of
 * the right child. The left child follows its parent.
 */
export type BoostedTrees = {
  readonly start: number;
  readonly trees: readonly {
    readonly feature: readonly number[];
    readonly value: readonly number[];
    readonly right: readonly number[];
  }[];
};

/** Returns a row's sum over all trees: the log-odds of a classifier. */
function scoreRow({ start, trees }: BoostedTrees, row: ArrayLike<number>): number {
  let sum = start;
  for (const { feature, value, right } of trees) {
    let at = 0;
    for (;;) {
      const index = feature[at] ?? -1;
      if (index < 0) break;
      at = (row[index] ?? 0) <= (value[at] ?? 0) ? at + 1 : (right[at] ?? 0);
    }
    sum += value[at] ?? 0;
  }
  return sum;
}

/** Returns a row's probability, 0 to 1. */
export function computeProbability(trees: BoostedTrees, row: ArrayLike<number>): number {
  return 1 / (1 + Math.exp(-scoreRow(trees, row)));
}
