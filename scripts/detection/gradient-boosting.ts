import { BINS, computeBinEdges, assignBins } from './feature-bins.ts';
import { sampleColumns, createGenerator, sampleRows } from './draws.ts';
import type { BoostedTrees } from '../../src/reading/model/boosted-trees.ts';

export type Examples = {
  readonly rows: readonly Float32Array[];
  /** 0 or 1, or a probability. */
  readonly targets: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
};

export type Settings = {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Minimum sum of second derivatives in a leaf. */
  readonly leastWeight: number;
  readonly lambda: number;
  /** Shares of features and rows that each tree is trained on. */
  readonly features: number;
  readonly sample: number;
  readonly seed: number;
};

/** Trains a binary classifier with logistic loss: histograms of binned features, leaves grown best first. */
export function trainTrees(examples: Examples, settings: Settings): BoostedTrees {
  const { rows, targets, weights } = examples;
  const width = rows[0]?.length ?? 0;
  const random = createGenerator(settings.seed);
  const edges = computeBinEdges(rows, width, random);
  const bins = assignBins(rows, edges, width);
  const prior = computeWeightedMean(targets, weights, rows.length);
  const start = Math.log(prior / (1 - prior));
  const scores = new Float64Array(rows.length).fill(start);
  const gradient = new Float64Array(rows.length);
  const curvature = new Float64Array(rows.length);
  const trees: BoostedTrees['trees'][number][] = [];
  for (let round = 0; round < settings.trees; round += 1) {
    for (let row = 0; row < rows.length; row += 1) {
      const p = 1 / (1 + Math.exp(-(scores[row] ?? 0)));
      const weight = weights[row] ?? 1;
      gradient[row] = weight * (p - (targets[row] ?? 0));
      curvature[row] = weight * Math.max(1e-6, p * (1 - p));
    }
    const chosen = sampleColumns(width, settings.features, random);
    const sample = sampleRows({ gradient, curvature, weights }, settings.sample, random);
    const tree = growTree({ bins, count: rows.length, gradient, curvature, chosen, sample, settings });
    for (let row = 0; row < rows.length; row += 1) {
      let node: Node = tree;
      while (node.split !== null) {
        const bin = bins[node.split.feature * rows.length + row] ?? 0;
        node = bin <= node.split.bin ? node.split.left : node.split.right;
      }
      scores[row] = (scores[row] ?? 0) + node.output;
    }
    trees.push(flattenTree(tree, edges));
  }
  return { start, trees };
}

type Node = {
  output: number;
  split: { feature: number; bin: number; left: Node; right: Node } | null;
};
type Growing = {
  readonly bins: Uint8Array;
  readonly count: number;
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  readonly chosen: Int32Array;
  readonly sample: Int32Array;
  readonly settings: Settings;
};
type Leaf = {
  readonly node: Node;
  readonly rows: Int32Array;
  readonly histogram: Float64Array;
  readonly g: number;
  readonly h: number;
  best: { gain: number; column: number; bin: number } | null;
};

function growTree(growing: Growing): Node {
  const root: Node = { output: 0, split: null };
  const leaves = [createLeaf(growing, root, growing.sample, buildHistogram(growing, growing.sample))];
  while (leaves.length < growing.settings.leaves) {
    let at = -1;
    for (const [index, leaf] of leaves.entries()) {
      if (leaf.best !== null && leaf.best.gain > (leaves[at]?.best?.gain ?? 0)) at = index;
    }
    const leaf = leaves[at];
    if (leaf === undefined || leaf.best === null) break;
    leaves.splice(at, 1, ...splitLeaf(growing, leaf, leaf.best));
  }
  return root;
}

function splitLeaf(growing: Growing, leaf: Leaf, best: { column: number; bin: number }): Leaf[] {
  const feature = growing.chosen[best.column] ?? 0;
  const offset = feature * growing.count;
  const { bins } = growing;
  let lefts = 0;
  for (const row of leaf.rows) if ((bins[offset + row] ?? 0) <= best.bin) lefts += 1;
  const left = new Int32Array(lefts);
  const right = new Int32Array(leaf.rows.length - lefts);
  let [l, r] = [0, 0];
  for (const row of leaf.rows) {
    if ((bins[offset + row] ?? 0) <= best.bin) left[l++] = row;
    else right[r++] = row;
  }
  // The larger part's histogram is the whole minus that of the smaller part.
  const small = buildHistogram(growing, left.length < right.length ? left : right);
  const large = leaf.histogram;
  for (let index = 0; index < large.length; index += 1)
    large[index] = (large[index] ?? 0) - (small[index] ?? 0);
  const one: Node = { output: 0, split: null };
  const two: Node = { output: 0, split: null };
  leaf.node.split = { feature, bin: best.bin, left: one, right: two };
  const leftIsSmall = left.length < right.length;
  return [
    createLeaf(growing, one, left, leftIsSmall ? small : large),
    createLeaf(growing, two, right, leftIsSmall ? large : small),
  ];
}

function buildHistogram(
  { bins, count, gradient, curvature, chosen }: Growing,
  rows: Int32Array,
): Float64Array {
  const histogram = new Float64Array(chosen.length * BINS * 2);
  for (let column = 0; column < chosen.length; column += 1) {
    const offset = (chosen[column] ?? 0) * count;
    const home = column * BINS * 2;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const at = home + (bins[offset + row] as number) * 2;
      histogram[at] = (histogram[at] as number) + (gradient[row] as number);
      histogram[at + 1] = (histogram[at + 1] as number) + (curvature[row] as number);
    }
  }
  return histogram;
}

function createLeaf(growing: Growing, node: Node, rows: Int32Array, histogram: Float64Array): Leaf {
  const { lambda, leastWeight, rate } = growing.settings;
  let [g, h] = [0, 0];
  for (let bin = 0; bin < BINS; bin += 1) {
    g += histogram[bin * 2] ?? 0;
    h += histogram[bin * 2 + 1] ?? 0;
  }
  node.output = (-g / (h + lambda)) * rate;
  const whole = (g * g) / (h + lambda);
  let best: Leaf['best'] = null;
  for (let column = 0; column < growing.chosen.length; column += 1) {
    let [lg, lh] = [0, 0];
    for (let bin = 0; bin < BINS - 1; bin += 1) {
      const at = (column * BINS + bin) * 2;
      lg += histogram[at] as number;
      lh += histogram[at + 1] as number;
      if (lh < leastWeight) continue;
      if (h - lh < leastWeight) break;
      const gain = (lg * lg) / (lh + lambda) + ((g - lg) * (g - lg)) / (h - lh + lambda) - whole;
      if (gain > 1e-4 && gain > (best?.gain ?? 0)) best = { gain, column, bin };
    }
  }
  return { node, rows, histogram, g, h, best };
}

function flattenTree(root: Node, edges: readonly Float32Array[]): BoostedTrees['trees'][number] {
  const feature: number[] = [];
  const value: number[] = [];
  const right: number[] = [];
  const visit = (node: Node): void => {
    const at = feature.length;
    feature.push(node.split?.feature ?? -1);
    value.push(node.split === null ? node.output : (edges[node.split.feature]?.[node.split.bin] ?? 0));
    right.push(0);
    if (node.split === null) return;
    visit(node.split.left);
    right[at] = feature.length;
    visit(node.split.right);
  };
  visit(root);
  return { feature, value, right };
}

function computeWeightedMean(values: ArrayLike<number>, weights: ArrayLike<number>, count: number): number {
  let [sum, total] = [0, 0];
  for (let index = 0; index < count; index += 1) {
    sum += (values[index] ?? 0) * (weights[index] ?? 0);
    total += weights[index] ?? 0;
  }
  return Math.min(0.999, Math.max(0.001, sum / total));
}
