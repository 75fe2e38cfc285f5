import { readsRightToLeft } from '#domain/text.ts';

/** Characters of one direction that stand beside each other on the line. */
export type VisualRun = { text: string; rightToLeft: boolean };

/**
 * Orders a line as it is seen, from left to right (Unicode TR 9 without explicit marks, which `printable` took
 * away): rules P2 to P3, W1 to W7 for European and Arabic numbers, N0 to N2 and L2. The text within each run
 * stays in reading order.
 */
export function visualRuns(text: string): VisualRun[] {
  const base = readsRightToLeft(text) ? 1 : 0;
  const characters = [...text];
  const levels = levelsOf(characters, base);

  const runs: { text: string; level: number }[] = [];
  characters.forEach((character, index) => {
    const level = levels[index] ?? base;
    const last = runs.at(-1);
    if (last?.level === level) last.text += character;
    else runs.push({ text: character, level });
  });
  return reordered(runs).map((run) => ({ text: run.text, rightToLeft: run.level % 2 === 1 }));
}

/** L, R (also for Arabic letters), number, and neutral. */
type Direction = 'L' | 'R' | 'N' | '-';

function levelsOf(characters: readonly string[], base: 0 | 1): number[] {
  const directions = characters.map(directionOf);
  joinMarksAndNumbers(characters, directions);
  numbersAfterLatin(directions, base);
  resolveBrackets(characters, directions, base);
  resolveNeutrals(directions, base);
  return directions.map((direction) => {
    if (direction === 'N') return 2;
    if (direction === 'R') return 1;
    return base === 0 ? 0 : 2;
  });
}

function directionOf(character: string): Direction {
  if (/\p{Nd}/u.test(character)) return 'N';
  if (/[\p{L}\p{Nl}]/u.test(character)) return readsRightToLeft(character) ? 'R' : 'L';
  return '-';
}

/** W1 and W4: a mark goes with its letter, a single separator between digits with the number. */
function joinMarksAndNumbers(characters: readonly string[], directions: Direction[]): void {
  characters.forEach((character, index) => {
    const before = directions[index - 1];
    if (before === undefined) return;
    if (/[\p{M}\u200C\u200D]/u.test(character)) directions[index] = before;
    else if (/[.,:/+\-٫٬]/u.test(character) && before === 'N' && directions[index + 1] === 'N') {
      directions[index] = 'N';
    }
  });
}

/** W7: a number after a letter that reads to the right is part of its run. */
function numbersAfterLatin(directions: Direction[], base: 0 | 1): void {
  let strong: Direction = base === 1 ? 'R' : 'L';
  directions.forEach((direction, index) => {
    if (direction === 'L' || direction === 'R') strong = direction;
    else if (direction === 'N' && strong === 'L') directions[index] = 'L';
  });
}

const PAIRS: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * N0: both brackets of a pair take one direction: the line's when it occurs inside, else that of what stands
 * before and inside.
 */
function resolveBrackets(characters: readonly string[], directions: Direction[], base: 0 | 1): void {
  const own: Direction = base === 1 ? 'R' : 'L';
  const other: Direction = base === 1 ? 'L' : 'R';
  for (const [open, close] of bracketPairs(characters)) {
    const inside = directions.slice(open + 1, close).map(strongOf);
    const before =
      directions
        .slice(0, open)
        .map(strongOf)
        .findLast((direction) => direction !== '-') ?? own;
    let resolved: Direction | null = null;
    if (inside.includes(own)) resolved = own;
    else if (inside.includes(other)) resolved = before === other ? other : own;
    if (resolved) directions[open] = directions[close] = resolved;
  }
}

function bracketPairs(characters: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  const waiting: { close: string; index: number }[] = [];
  characters.forEach((character, index) => {
    const close = PAIRS[character];
    if (close !== undefined) waiting.push({ close, index });
    const depth = waiting.findLastIndex((bracket) => bracket.close === character);
    const opening = waiting[depth];
    if (!opening) return;
    pairs.push([opening.index, index]);
    waiting.length = depth;
  });
  return pairs.toSorted(([one], [other]) => one - other);
}

/** N1 and N2: neutrals between the same direction take it, all others that of the line. */
function resolveNeutrals(directions: Direction[], base: 0 | 1): void {
  const own: Direction = base === 1 ? 'R' : 'L';
  for (let start = 0; start < directions.length; start += 1) {
    if (directions[start] !== '-') continue;
    let end = start;
    while (directions[end] === '-') end += 1;
    const before = strongOf(directions[start - 1] ?? own);
    const after = strongOf(directions[end] ?? own);
    directions.fill(before === after ? before : own, start, end);
  }
}

/** Numbers act as if they read to the left (N1). */
function strongOf(direction: Direction): Direction {
  return direction === 'N' ? 'R' : direction;
}

/** L2: from the highest level down, every stretch of runs at that level or above is reversed. */
function reordered<T extends { level: number }>(runs: readonly T[]): T[] {
  let ordered = [...runs];
  for (let level = 2; level >= 1; level -= 1) {
    const next: T[] = [];
    let stretch: T[] = [];
    for (const run of ordered) {
      if (run.level >= level) {
        stretch.unshift(run);
        continue;
      }
      next.push(...stretch, run);
      stretch = [];
    }
    ordered = [...next, ...stretch];
  }
  return ordered;
}
