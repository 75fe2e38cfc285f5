/** One measured quantity: the median of its rounds, and its target. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly rounds: readonly number[];
  readonly median: number;
  readonly target: string | null;
  /** Null if it has no target. */
  readonly met: boolean | null;
}

/** How long a run measures. */
export interface Extent {
  readonly rounds: number;
  readonly lifecycles: number;
  readonly seconds: number;
  readonly envelopes: number;
}

type Target = { readonly atLeast: number } | { readonly atMost: number } | null;

/** Makes a figure from its rounds. */
export function createFigure(
  name: string,
  unit: string,
  rounds: readonly number[],
  target: Target = null,
): Figure {
  const middle = computeMedian(rounds);
  if (target === null) return { name, unit, rounds, median: middle, target: null, met: null };
  const [text, met] =
    'atLeast' in target
      ? [`≥ ${target.atLeast}`, middle >= target.atLeast]
      : [`≤ ${target.atMost}`, middle <= target.atMost];
  return { name, unit, rounds, median: middle, target: text, met };
}

/** Returns the median. */
export function computeMedian(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? Number.NaN) + upper) / 2;
}

/** Returns how many milliseconds an action takes. */
export async function measureMilliseconds(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

/** Runs measurements one after another. */
export async function measureRounds(
  rounds: number,
  measure: (round: number) => Promise<number>,
): Promise<number[]> {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) values.push(await measure(round));
  return values;
}

/** Runs `task` `count` times, at most `width` at a time. */
export async function runConcurrently(
  width: number,
  count: number,
  task: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const runLane = async () => {
    while (next < count) await task(next++);
  };
  await Promise.all(Array.from({ length: width }, runLane));
}
