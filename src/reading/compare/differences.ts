/** A part of two sequences that differs: from these positions up to, but not including, those. */
export type Difference = {
  readonly before: readonly [from: number, to: number];
  readonly after: readonly [from: number, to: number];
};

/** How many steps the exact comparison of one part takes at most. A part that needs more differs as a whole. */
const MOST_STEPS = 2_000_000;
/** How many insertions and removals of one part are looked for. */
const MOST_EDITS = 1000;
/** Runs of this many tokens that both sequences have once are taken for the same passage. */
const RUN = 4;

/**
 * Compares two sequences of numbers. First, runs that occur once in both are matched, in order (patience diff), then what
 * lies between them is compared exactly (Myers 1986), within a limit of steps. Returns the parts that differ, in
 * order.
 */
export function findDifferences(before: readonly number[], after: readonly number[]): Difference[] {
  const found: Difference[] = [];
  compare(before, after, { from: 0, to: before.length }, { from: 0, to: after.length }, found);
  return found;
}

type Part = { readonly from: number; readonly to: number };

function compare(
  before: readonly number[],
  after: readonly number[],
  one: Part,
  other: Part,
  found: Difference[],
): void {
  const head = countSame(before, after, one, other);
  const start = { from: one.from + head, to: one.to };
  const otherStart = { from: other.from + head, to: other.to };
  const tail = countSameAtEnd(before, after, start, otherStart);
  const [a, b] = [
    { from: start.from, to: start.to - tail },
    { from: otherStart.from, to: otherStart.to - tail },
  ];
  if (a.from === a.to && b.from === b.to) return;
  if (a.from === a.to || b.from === b.to) {
    found.push({ before: [a.from, a.to], after: [b.from, b.to] });
    return;
  }
  const matches = matchRuns(before, after, a, b);
  if (matches.length === 0) {
    found.push(...compareExactly(before, after, a, b));
    return;
  }
  let [x, y] = [a.from, b.from];
  for (const match of matches) {
    // A run that was matched may reach into the next one.
    if (match.before < x || match.after < y) continue;
    compare(before, after, { from: x, to: match.before }, { from: y, to: match.after }, found);
    [x, y] = [match.before + RUN, match.after + RUN];
    while (x < a.to && y < b.to && before[x] === after[y]) {
      x += 1;
      y += 1;
    }
  }
  compare(before, after, { from: x, to: a.to }, { from: y, to: b.to }, found);
}

function countSame(before: readonly number[], after: readonly number[], one: Part, other: Part): number {
  const most = Math.min(one.to - one.from, other.to - other.from);
  let count = 0;
  while (count < most && before[one.from + count] === after[other.from + count]) count += 1;
  return count;
}

function countSameAtEnd(before: readonly number[], after: readonly number[], one: Part, other: Part): number {
  const most = Math.min(one.to - one.from, other.to - other.from);
  let count = 0;
  while (count < most && before[one.to - 1 - count] === after[other.to - 1 - count]) count += 1;
  return count;
}

type Match = { readonly before: number; readonly after: number };

/** Matches runs that occur once in each part, keeping the longest series of them that is in the same order. */
function matchRuns(before: readonly number[], after: readonly number[], one: Part, other: Part): Match[] {
  const places = placeRuns(before, one);
  const others = placeRuns(after, other);
  const both: Match[] = [];
  for (const [run, at] of places) {
    const there = others.get(run);
    if (at !== REPEATED && there !== undefined && there !== REPEATED) both.push({ before: at, after: there });
  }
  return keepInOrder(both.sort((a, b) => a.before - b.before));
}

const REPEATED = -1;

function placeRuns(tokens: readonly number[], { from, to }: Part): Map<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at + RUN <= to; at += 1) {
    const run = tokens.slice(at, at + RUN).join(' ');
    places.set(run, places.has(run) ? REPEATED : at);
  }
  return places;
}

/** Returns the longest subsequence whose places in the second sequence increase. */
function keepInOrder(matches: readonly Match[]): Match[] {
  const ends: number[] = [];
  const previous: number[] = [];
  matches.forEach(({ after }, index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[ends[middle] ?? 0]?.after ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1);
    ends[low] = index;
  });
  const kept: Match[] = [];
  for (let at = ends.at(-1) ?? -1; at !== -1; at = previous[at] ?? -1) {
    const match = matches[at];
    if (match !== undefined) kept.push(match);
  }
  return kept.reverse();
}

/** Finds the shortest list of insertions and removals, or says that the whole part differs if that takes too long. */
function compareExactly(
  before: readonly number[],
  after: readonly number[],
  one: Part,
  other: Part,
): Difference[] {
  const whole: Difference = { before: [one.from, one.to], after: [other.from, other.to] };
  const [n, m] = [one.to - one.from, other.to - other.from];
  const most = Math.min(n + m, MOST_EDITS);
  const furthest = new Int32Array(2 * most + 3);
  const traces: Int32Array[] = [];
  let steps = 0;
  for (let edits = 0; edits <= most; edits += 1) {
    traces.push(furthest.slice(most - edits, most + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal;
      const isDown =
        diagonal === -edits || (diagonal !== edits && (furthest[at - 1] ?? 0) < (furthest[at + 1] ?? 0));
      let x = isDown ? (furthest[at + 1] ?? 0) : (furthest[at - 1] ?? 0) + 1;
      let y = x - diagonal;
      while (x < n && y < m && before[one.from + x] === after[other.from + y]) {
        x += 1;
        y += 1;
        steps += 1;
      }
      steps += 1;
      furthest[at] = x;
      if (x >= n && y >= m) return trace(traces, edits, { n, m }, one.from, other.from);
    }
    if (steps > MOST_STEPS) break;
  }
  return [whole];
}

/** Goes back over the furthest points that were reached with fewer edits. */
function trace(
  traces: readonly Int32Array[],
  edits: number,
  { n, m }: { readonly n: number; readonly m: number },
  from: number,
  otherFrom: number,
): Difference[] {
  const found: { before: [number, number]; after: [number, number] }[] = [];
  let [x, y] = [n, m];
  for (let left = edits; left > 0; left -= 1) {
    const reached = traces[left] ?? new Int32Array();
    const diagonal = x - y;
    const getFurthest = (one: number) => reached[left + 1 + one] ?? 0;
    const isDown =
      diagonal === -left || (diagonal !== left && getFurthest(diagonal - 1) < getFurthest(diagonal + 1));
    const before = isDown ? getFurthest(diagonal + 1) : getFurthest(diagonal - 1);
    const after = before - (isDown ? diagonal + 1 : diagonal - 1);
    const [endX, endY] = isDown ? [before, after + 1] : [before + 1, after];
    const last = found.at(-1);
    if (last?.before[0] === from + endX && last.after[0] === otherFrom + endY) {
      last.before[0] = from + before;
      last.after[0] = otherFrom + after;
    } else found.push({ before: [from + before, from + endX], after: [otherFrom + after, otherFrom + endY] });
    [x, y] = [before, after];
  }
  return found.reverse();
}
