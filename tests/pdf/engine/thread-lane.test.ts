import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type LaneOptions, openThreadLane, type ThreadLane } from '#server/pdf/engine/thread-lane.ts';

/** Long enough for a thread to start on a busy machine. */
const SHORT_MS = 3000;
const LONG_MS = 25_000;
const opened: ThreadLane[] = [];

function lane(options: Partial<LaneOptions> = {}): ThreadLane {
  const made = openThreadLane({
    worker: new URL('../support/lane-worker.ts', import.meta.url),
    threads: 1,
    timeLimitMs: LONG_MS,
    heapMb: 64,
    ...options,
  });
  opened.push(made);
  return made;
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

describe.each(['at first', 'when needed'] as const)('threads that start %s', (when) => {
  const started = (options: Partial<LaneOptions> = {}) => {
    const made = lane(options);
    if (when === 'at first') made.start();
    return made;
  };

  test('return results, and pass errors on unchanged', async () => {
    const { run } = started();
    expect(await run('echo', 'heard')).toBe('heard');
    await expect(run('fail', null)).rejects.toThrow(RangeError);
    expect(await run('echo', 'heard')).toBe('heard');
  });

  test('are replaced when they hang', async () => {
    const { run } = started({ timeLimitMs: SHORT_MS });
    await expect(run('hang', null)).rejects.toMatchObject({
      name: 'TimeLimitError',
      message: `hang took longer than ${SHORT_MS} ms`,
    });
    expect(await run('echo', 'heard')).toBe('heard');
  });

  test.each([
    ['quit', { message: expect.stringContaining('exited with code: 3') as string }],
    ['exhaust', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
  ])('are replaced when they %s, and only their task fails', async (task, reason) => {
    const { run } = started();
    const [before, ending, after] = await Promise.allSettled([
      run('echo', 'before'),
      run(task, null),
      run('echo', 'after'),
    ]);
    expect(before).toMatchObject({ value: 'before' });
    expect(ending).toMatchObject({ status: 'rejected', reason });
    expect(after).toMatchObject({ value: 'after' });
  });
});

test('waiting for a thread counts toward the limit', async () => {
  const { run } = lane({ timeLimitMs: SHORT_MS });
  const answers = await Promise.allSettled([run('hang', null), run('hang', null)]);
  for (const answer of answers) expect(answer).toMatchObject({ reason: { name: 'TimeLimitError' } });
});

test.runIf(process.platform === 'linux')(
  'threads that have nothing to do end, and others start',
  async () => {
    const threads = () => readdirSync('/proc/self/task').length;
    const idle = lane({ idleMs: 100 });
    const before = threads();
    const first = await idle.run<number>('thread', null);
    expect(threads()).toBeGreaterThan(before);
    await vi.waitFor(() => expect(threads()).toBe(before), 20_000);
    expect(await idle.run<number>('thread', null)).toBeGreaterThan(first);
  },
);

test('buffers that are given away are not copied', async () => {
  const { run } = lane();
  const bytes = Uint8Array.of(1, 2, 3);
  expect(await run('sum', bytes, [bytes.buffer])).toBe(6);
  expect(bytes.byteLength).toBe(0);
});

test('threads know nothing of the environment', async () => {
  expect(await lane().run('environment', null)).toEqual(['DISABLE_SYSTEM_FONTS_LOAD']);
});

test('a closed lane takes nothing more, and closing one that never started is nothing', async () => {
  const closed = lane();
  await closed.close();
  await expect(closed.run('echo', 'heard')).rejects.toThrow('closed');
});
