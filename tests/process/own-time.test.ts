import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { occupyProcessor } from '../support/busy-processor.ts';
import { runAfterOwnTime, watchOwnWaiting, watchWaiting } from '#server/process/own-time.ts';

const ended = (ms: number, lostMs: () => number) =>
  new Promise<{ hadItsTime: boolean; passed: number }>((resolve) => {
    const since = performance.now();
    runAfterOwnTime(ms, lostMs, (hadItsTime) => resolve({ hadItsTime, passed: performance.now() - since }));
  });

describe('a limit of its own time', () => {
  it('ends once that much has passed', async () => {
    const { hadItsTime, passed } = await ended(30, () => 1_000);
    expect(hadItsTime).toBe(true);
    expect(passed).toBeGreaterThanOrEqual(28);
  });

  it('does not count what was lost', async () => {
    const since = performance.now();
    // Half of every millisecond is lost.
    const { hadItsTime, passed } = await ended(40, () => (performance.now() - since) / 2);
    expect(hadItsTime).toBe(true);
    expect(passed).toBeGreaterThanOrEqual(75);
  });

  it('ends in any case, and says that it got too little', async () => {
    const since = performance.now();
    const { hadItsTime, passed } = await ended(2, () => performance.now() - since);
    expect(hadItsTime).toBe(false);
    expect(passed).toBeGreaterThanOrEqual(55);
  });

  it('can be called off', async () => {
    let calls = 0;
    const callOff = runAfterOwnTime(
      10,
      () => 0,
      () => (calls += 1),
    );
    callOff();
    await ended(40, () => 0);
    expect(calls).toBe(0);
  });
});

describe.skipIf(!existsSync('/proc/self/schedstat'))('how long a process waits for a processor', () => {
  it('grows while two processes need the same one, from when it is asked on', async () => {
    // Both use a second of processor time, in descendants of a shell.
    const program = 'const until = 1e6; while (process.cpuUsage().user < until);';
    const both = spawn(
      'taskset',
      ['-c', '0', 'sh', '-c', '"$0" -e "$1" & "$0" -e "$1" & wait', process.execPath, program],
      { stdio: 'ignore' },
    );
    const watched = watchWaiting(both.pid);
    const exit = new Promise((resolve) => both.once('exit', resolve));
    const looking = setInterval(watched, 20);
    await exit;
    clearInterval(looking);
    expect(watched()).toBeGreaterThan(500);
    expect(watchWaiting(both.pid)()).toBe(0);
    expect(watchWaiting(undefined)()).toBe(0);
  });

  it('counts the thread that computes, though the main one sleeps', async () => {
    const program = `const { Worker } = require('node:worker_threads');
      new Worker('const until = 1e6; while (process.cpuUsage().user < until);', { eval: true });`;
    occupyProcessor(1);
    const child = spawn('taskset', ['-c', '0', process.execPath, '-e', program], { stdio: 'ignore' });
    const watched = watchWaiting(child.pid);
    const exit = new Promise((resolve) => child.once('exit', resolve));
    const looking = setInterval(watched, 20);
    await exit;
    clearInterval(looking);
    expect(watched()).toBeGreaterThan(400);
  });

  it('is known of this process too', () => {
    expect(watchOwnWaiting()()).toBeLessThan(1_000);
  });
});
