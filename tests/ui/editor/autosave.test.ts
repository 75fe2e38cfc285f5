import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Autosave, type SaveOutcome, type SaveState } from '#ui/editor/autosave.ts';

type Call = { value: string; expectedVersion: number; answer: (outcome: SaveOutcome) => void };

function setUp() {
  const calls: Call[] = [];
  const states: SaveState['status'][] = [];
  const autosave = new Autosave<string>({
    version: 7,
    delayMs: 500,
    save: (value, expectedVersion) => new Promise((answer) => calls.push({ value, expectedVersion, answer })),
    blockedBy: (value) => (value === 'unfit' ? 'It is unfit.' : null),
    report: ({ status }) => states.push(status),
  });
  const answer = async (outcome: SaveOutcome) => {
    calls.at(-1)?.answer(outcome);
    await vi.advanceTimersByTimeAsync(0);
  };
  return { autosave, calls, states, answer };
}

describe('Autosave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sends the latest value once changes have paused', async () => {
    const { autosave, calls, states, answer } = setUp();
    autosave.changed('a');
    await vi.advanceTimersByTimeAsync(300);
    autosave.changed('ab');
    await vi.advanceTimersByTimeAsync(499);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.map(({ value, expectedVersion }) => [value, expectedVersion])).toEqual([['ab', 7]]);
    await answer({ kind: 'saved', version: 8 });
    expect(autosave.state).toEqual({ status: 'saved', message: null, version: 8 });
    expect(new Set(states)).toEqual(new Set(['waiting', 'saving', 'saved']));
  });

  it('never has two saves under way, and builds each on the version before', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('a');
    await vi.advanceTimersByTimeAsync(500);
    autosave.changed('b');
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    await answer({ kind: 'saved', version: 8 });
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.map(({ value, expectedVersion }) => [value, expectedVersion])).toEqual([
      ['a', 7],
      ['b', 8],
    ]);
  });

  it('flushes what waits and resolves when the server has it, for every caller', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('a');
    const flushed = Promise.all([autosave.flush(), autosave.flush()]);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(1);
    await answer({ kind: 'saved', version: 8 });
    await expect(flushed).resolves.toEqual([true, true]);
  });

  it('keeps a value that could not be saved and sends it with the next attempt', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('a');
    const first = autosave.flush();
    await answer({ kind: 'failed', message: 'No connection.' });
    await expect(first).resolves.toBe(false);
    expect(autosave.state).toEqual({ status: 'failed', message: 'No connection.', version: 7 });
    const second = autosave.flush();
    await answer({ kind: 'saved', version: 8 });
    await expect(second).resolves.toBe(true);
    expect(calls.map(({ value }) => value)).toEqual(['a', 'a']);
  });

  it('stops at a conflict until someone decides', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('mine');
    void autosave.flush();
    await answer({ kind: 'conflict', currentVersion: 12 });
    autosave.changed('mine, later');
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    const kept = autosave.keepMine(12);
    await answer({ kind: 'saved', version: 13 });
    await expect(kept).resolves.toBe(true);
    expect(calls.at(-1)).toMatchObject({ value: 'mine, later', expectedVersion: 12 });
  });

  it('has nothing to save after it took the other version', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('mine');
    void autosave.flush();
    await answer({ kind: 'conflict', currentVersion: 12 });
    autosave.takeTheirs(12);
    await expect(autosave.flush()).resolves.toBe(true);
    expect(calls).toHaveLength(1);
    expect(autosave.state.version).toBe(12);
  });

  it('does not send what the server would refuse, and says why', async () => {
    const { autosave, calls } = setUp();
    autosave.changed('unfit');
    await vi.advanceTimersByTimeAsync(5000);
    await expect(autosave.flush()).resolves.toBe(false);
    expect(calls).toHaveLength(0);
    expect(autosave.state).toMatchObject({ status: 'blocked', message: 'It is unfit.' });
  });
});
