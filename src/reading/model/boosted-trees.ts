/**
 * Gradient boosted trees as flat arrays. Each tree is written depth first: `feature` of a node, or -1 for a leaf; `value`
 * is the threshold (a row goes left when its number is not above it) or the leaf's output; `right` is the index of the
 * right child, the left one follows its parent.
 */
export type BoostedTrees = {
  readonly start: number;
  readonly trees: readonly {
    readonly feature: readonly number[];
    readonly value: readonly number[];
    readonly right: readonly number[];
  }[];
};

/** Sum of a row over all trees: the log-odds of a classifier. */
export function scoreRow({ start, trees }: BoostedTrees, row: ArrayLike<number>): number {
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

/** The probability that a classifier's trees give to a row, 0 to 1. */
export function probability(trees: BoostedTrees, row: ArrayLike<number>): number {
  return 1 / (1 + Math.exp(-scoreRow(trees, row)));
}
