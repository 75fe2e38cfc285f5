import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { afterOwnTime, waitedForProcessor } from '#server/process/own-time.ts';

const ended = (ms: number, lostMs: () => number) =>
  new Promise<{ hadItsTime: boolean; passed: number }>((resolve) => {
    const since = performance.now();
    afterOwnTime(ms, lostMs, (hadItsTime) => resolve({ hadItsTime, passed: performance.now() - since }));
  });

describe('a limit of its own time', () => {
  it('ends once that much has passed', async () => {
    const { hadItsTime, passed } = await ended(30, () => 1_000);
    expect(hadItsTime).toBe(true);
    expect(passed).toBeGreaterThanOrEqual(28);
  });

  it('does not count what was lost', async () => {
    const since = performance.now();
    // Of every millisecond, half is lost.
    const { hadItsTime, passed } = await ended(40, () => (performance.now() - since) / 2);
    expect(hadItsTime).toBe(true);
    expect(passed).toBeGreaterThanOrEqual(75);
  });

  it('ends in any case, and says that it got too little', async () => {
    const since = performance.now();
    const { hadItsTime, passed } = await ended(10, () => performance.now() - since);
    expect(hadItsTime).toBe(false);
    expect(passed).toBeGreaterThanOrEqual(55);
  });

  it('can be called off', async () => {
    let calls = 0;
    const callOff = afterOwnTime(
      10,
      () => 0,
      () => (calls += 1),
    );
    callOff();
    await ended(40, () => 0);
    expect(calls).toBe(0);
  });
});

describe.skipIf(!existsSync('/proc/self/schedstat'))('how long a process waited for a processor', () => {
  it('grows while two processes need the same one, and is 0 once it has ended', async () => {
    // Both compute for a second of processor time, in descendants of a shell.
    const program = 'const until = 1e6; while (process.cpuUsage().user < until);';
    const both = spawn(
      'taskset',
      ['-c', '0', 'sh', '-c', '"$0" -e "$1" & "$0" -e "$1" & wait', process.execPath, program],
      { stdio: 'ignore' },
    );
    let most = 0;
    const exit = new Promise((resolve) => both.once('exit', resolve));
    const looking = setInterval(() => (most = Math.max(most, waitedForProcessor(both.pid))), 20);
    await exit;
    clearInterval(looking);
    expect(most).toBeGreaterThan(500);
    expect(waitedForProcessor(both.pid)).toBe(0);
    expect(waitedForProcessor(undefined)).toBe(0);
  });
});
