import type { Candidate } from './candidate.ts';

/** Side lengths that differ by less than this are alike, in points. */
const ALIKE = 3;

/** The smallest group that counts, and its weight relative to what is known about the single cell. */
const LEAST = 3;
const SHARE = 0.2;

/**
 * Adjusts the probabilities of candidates toward those of similar cells, because the cells of one column or
 * row are either all fields or none.
 */
export function adjustToSimilarCells(
  candidates: readonly Candidate[],
  probabilities: readonly number[],
): number[] {
  const odds = probabilities.map((p) => Math.log(p / (1 - p)));
  const columns = computeMeansByKey(candidates, odds, ({ x, width, height, cues }) =>
    toKey([x, width, height], cues),
  );
  const rows = computeMeansByKey(candidates, odds, ({ y, width, height, cues }) =>
    toKey([y, width, height], cues),
  );
  return odds.map((own, index) => {
    const column = columns[index] ?? own;
    const row = rows[index] ?? own;
    return 1 / (1 + Math.exp(-(own + SHARE * (column - own) + SHARE * (row - own))));
  });
}

function toKey(sides: readonly number[], cues: number): string {
  return `${sides.map((side) => Math.round(side / ALIKE)).join(' ')} ${cues}`;
}

/** Returns the mean of all candidates with the same key; null for groups that are too small. */
function computeMeansByKey(
  candidates: readonly Candidate[],
  odds: readonly number[],
  key: (candidate: Candidate) => string,
): (number | null)[] {
  const groups = new Map<string, { sum: number; count: number }>();
  const keys = candidates.map(key);
  for (const [index, name] of keys.entries()) {
    const group = groups.get(name) ?? { sum: 0, count: 0 };
    group.sum += odds[index] ?? 0;
    group.count += 1;
    groups.set(name, group);
  }
  return keys.map((name) => {
    const group = groups.get(name);
    return group === undefined || group.count < LEAST ? null : group.sum / group.count;
  });
}
