/** A seeded random source. */
export interface Randomness {
  /** At least 0 and below 1. */
  readonly next: () => number;
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
}

/** Mulberry32: 32 bits of state, which is enough to choose moments and plans. */
export function seeded(seed: number): Randomness {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
