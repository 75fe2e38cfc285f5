/** Tells whether a budget is spent. */
export type TimeBudget = { readonly isSpent: () => boolean };

/**
 * Begins to count how long this thread computes, up to a limit in milliseconds. What it waits for a busy processor doesn't count, or a
 * busy machine would do less. Asking is cheap: the processor's time can't run ahead of the clock, so it's only looked up when it may be over.
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

/** Node before 23.9 only knows the whole process's time, which is a little more. */
function measureComputed(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)();
  return (user + system) / 1000;
}
