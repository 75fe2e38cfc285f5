/** Draws the same numbers on each run (mulberry32). */
export function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Draws a share of the features. */
export function sampleColumns(width: number, share: number, random: () => number): Int32Array {
  const all = Array.from({ length: width }, (_, index) => index);
  for (let index = width - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other] ?? 0, all[index] ?? 0];
  }
  return Int32Array.from(all.slice(0, Math.max(1, Math.round(width * share))));
}

/** Rows that the trees are this sure about are drawn less often, and weigh more to make up for it. */
const SURE = 0.06;
const SELDOM = 0.25;

/** Draws a share of the rows. */
export function sampleRows(
  {
    gradient,
    curvature,
    weights,
  }: { gradient: Float64Array; curvature: Float64Array; weights: ArrayLike<number> },
  share: number,
  random: () => number,
): Int32Array {
  const chosen: number[] = [];
  for (let row = 0; row < gradient.length; row += 1) {
    const slope = gradient[row] ?? 0;
    const isSure = Math.abs(slope) < SURE * (weights[row] ?? 1);
    if (random() >= (isSure ? share * SELDOM : share)) continue;
    chosen.push(row);
    if (!isSure) continue;
    gradient[row] = slope / SELDOM;
    curvature[row] = (curvature[row] ?? 0) / SELDOM;
  }
  return Int32Array.from(chosen);
}
