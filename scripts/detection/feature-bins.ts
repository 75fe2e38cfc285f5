/** The number of bins for a feature's values. */
export const BINS = 64;

/** Returns thresholds between bins, from the quantiles of a sample. */
export function computeBinEdges(
  rows: readonly Float32Array[],
  width: number,
  random: () => number,
): Float32Array[] {
  const sample = rows.length <= 20_000 ? rows : rows.filter(() => random() < 20_000 / rows.length);
  return Array.from({ length: width }, (_, feature) => {
    const values = Float32Array.from(sample, (row) => row[feature] ?? 0).sort();
    const distinct: number[] = [];
    for (const value of values) if (value !== distinct.at(-1)) distinct.push(value);
    if (distinct.length <= BINS) {
      return Float32Array.from(distinct.slice(1), (value, index) => (value + (distinct[index] ?? 0)) / 2);
    }
    const edges: number[] = [];
    for (let bin = 1; bin < BINS; bin += 1) {
      const edge = values[Math.floor((bin * values.length) / BINS)] ?? 0;
      if (edge !== edges.at(-1)) edges.push(edge);
    }
    return Float32Array.from(edges);
  });
}

/** Returns the bin of each value, feature by feature. */
export function assignBins(
  rows: readonly Float32Array[],
  edges: readonly Float32Array[],
  width: number,
): Uint8Array {
  const bins = new Uint8Array(rows.length * width);
  for (const [index, row] of rows.entries()) {
    for (let feature = 0; feature < width; feature += 1) {
      const limits = edges[feature] as Float32Array;
      const value = row[feature] as number;
      let [low, high] = [0, limits.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (value <= (limits[middle] as number)) high = middle;
        else low = middle + 1;
      }
      bins[feature * rows.length + index] = low;
    }
  }
  return bins;
}
