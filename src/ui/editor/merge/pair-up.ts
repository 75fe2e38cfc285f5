/** Returns what identifies an item, or null if nothing does. `side` is the list it's from. */
export type Pass<T> = (item: T, side: 'one' | 'other') => string | null;

/** Pairs the items of two lists that agree in the first pass, then the rest in the next one, and so on. */
export function pairUp<T>(
  ones: readonly T[],
  others: readonly T[],
  passes: readonly Pass<T>[],
): readonly (readonly [T, T])[] {
  const pairs: (readonly [T, T])[] = [];
  let left = [...ones];
  let open = [...others];
  for (const pass of passes) {
    if (left.length === 0 || open.length === 0) break;
    const waiting = new Map<string, T[]>();
    for (const one of left) {
      const name = pass(one, 'one');
      if (name === null) continue;
      const alike = waiting.get(name);
      if (alike === undefined) waiting.set(name, [one]);
      else alike.push(one);
    }
    const paired = new Set<T>();
    for (const other of open) {
      const name = pass(other, 'other');
      const one = name === null ? undefined : waiting.get(name)?.shift();
      if (one === undefined) continue;
      pairs.push([one, other]);
      paired.add(one).add(other);
    }
    left = left.filter((one) => !paired.has(one));
    open = open.filter((other) => !paired.has(other));
  }
  return pairs;
}
