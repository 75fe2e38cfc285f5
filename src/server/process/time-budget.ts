/** A limit of computing time. `isSpent` checks whether it is used up. */
export type TimeBudget = { readonly isSpent: () => boolean };

/**
 * Starts counting how long this thread computes, up to a limit in milliseconds. Time spent waiting for a busy
 * processor doesn't count, because otherwise a busy machine would do less. Checking is cheap: processor time
 * can't run ahead of the clock, so it's only looked up when the budget may be spent.
 */
export function startTimeBudget(limitMs: number): TimeBudget {
  const until = measureComputed() + limitMs;
  let askAt = performance.now() + limitMs;
  return {
    isSpent: () => {
      const now = performance.now();
      if (now < askAt) return false;
      const leftMs = until - measureComputed();
      askAt = now + leftMs;
      return leftMs <= 0;
    },
  };
}

/** Before version 23.9, Node only knows the time of the whole process, which is slightly more. */
function measureComputed(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
