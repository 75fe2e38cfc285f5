import { describe, expect, it } from 'vitest';
import { startTimeBudget } from '#server/process/time-budget.ts';

/** Lets time pass while this thread is idle. */
function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

describe('a budget of computing', () => {
  it('is not spent by time that passes', () => {
    const { isSpent } = startTimeBudget(100);
    sleep(150);
    expect(isSpent()).toBe(false);
  });

  it('is spent by computing as long', () => {
    const before = process.threadCpuUsage();
    const { isSpent } = startTimeBudget(100);
    sleep(150);
    while (!isSpent());
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1000).toBeGreaterThanOrEqual(99);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });
});
