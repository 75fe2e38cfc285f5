import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Autosave, type SaveOutcome, type SaveState } from '#ui/editor/draft/autosave.ts';

type Call = { value: string; expectedVersion: number; answer: (outcome: SaveOutcome<string>) => void };

function setUp() {
  const calls: Call[] = [];
  const states: SaveState['status'][] = [];
  const autosave = new Autosave<string>({
    synced: 'base',
    version: 7,
    delayMs: 500,
    save: (value, expectedVersion) => new Promise((answer) => calls.push({ value, expectedVersion, answer })),
    blockedBy: (value) => (value === 'unfit' ? 'It is unfit.' : null),
    isSame: (one, other) => one === other,
    // Edits of words are combined. If both sides changed the same thing, a person has to decide.
    merge: ({ base, mine, theirs }) => {
      if (mine === base || theirs === base) return { merged: mine === base ? theirs : mine, theirs };
      return theirs.includes('!') ? null : { merged: `${mine}+${theirs}`, theirs };
    },
    report: ({ status }) => states.push(status),
  });
  const answer = async (outcome: SaveOutcome<string>) => {
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
    expect(autosave.state).toEqual({ status: 'saved', message: null, retryAt: null, version: 8 });
    expect(new Set(states)).toEqual(new Set(['waiting', 'saving', 'saved']));
  });

  it('runs one save at a time, each based on the previous version', async () => {
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

  it('flushes pending changes and resolves for every caller once saved', async () => {
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
    await answer({ kind: 'failed', message: 'No right.' });
    await expect(first).resolves.toBe(false);
    expect(autosave.state).toMatchObject({ status: 'failed', message: 'No right.', version: 7 });
    const second = autosave.flush();
    await answer({ kind: 'saved', version: 8 });
    await expect(second).resolves.toBe(true);
    expect(calls.map(({ value }) => value)).toEqual(['a', 'a']);
  });

  it('merges changes made here and elsewhere, and saves over the other version', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('mine');
    const flushed = autosave.flush();
    await answer({ kind: 'conflict', version: 12, theirs: 'theirs' });
    expect(calls.at(-1)).toMatchObject({ value: 'mine+theirs', expectedVersion: 12 });
    await answer({ kind: 'saved', version: 13 });
    await expect(flushed).resolves.toBe(true);
    expect(autosave.synced).toBe('mine+theirs');
  });

  it('stops at a conflict until it is resolved, and saves the result', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('mine');
    void autosave.flush();
    await answer({ kind: 'conflict', version: 12, theirs: 'theirs!' });
    autosave.changed('mine, later');
    await vi.advanceTimersByTimeAsync(5000);
    expect(calls).toHaveLength(1);
    expect(autosave.contest).toEqual({ base: 'base', mine: 'mine, later', theirs: 'theirs!' });
    const settled = autosave.settle('decided', 'theirs!');
    await answer({ kind: 'saved', version: 13 });
    await expect(settled).resolves.toBe(true);
    expect(calls.at(-1)).toMatchObject({ value: 'decided', expectedVersion: 12 });
  });

  it('has nothing to save after it took the other version', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('mine');
    void autosave.flush();
    await answer({ kind: 'conflict', version: 12, theirs: 'theirs!' });
    await expect(autosave.settle('theirs!', 'theirs!')).resolves.toBe(true);
    expect(calls).toHaveLength(1);
    expect(autosave.state.version).toBe(12);
    expect(autosave.unsaved).toBeNull();
  });

  it('merges new versions, and ignores known ones', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.overtaken(7, 'old');
    expect(autosave.synced).toBe('base');
    autosave.overtaken(8, 'theirs');
    expect(autosave.state).toMatchObject({ status: 'saved', version: 8 });
    autosave.changed('mine');
    autosave.overtaken(9, 'more of theirs');
    await vi.advanceTimersByTimeAsync(500);
    expect(calls.at(-1)).toMatchObject({ value: 'mine+more of theirs', expectedVersion: 9 });
    await answer({ kind: 'saved', version: 10 });
  });

  it('retries with increasing delays while offline, with all changes', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('a');
    void autosave.flush();
    const waits: number[] = [];
    for (let tries = 0; tries < 7; tries += 1) {
      await answer({ kind: 'unreachable' });
      expect(autosave.state.status).toBe('unreachable');
      autosave.changed(`a${tries}`);
      const wait = (autosave.state.retryAt ?? 0) - Date.now();
      waits.push(wait);
      await vi.advanceTimersByTimeAsync(wait + 1);
      expect(calls).toHaveLength(tries + 2);
    }
    expect(waits.every((wait, index) => wait >= Math.min(750 * 2 ** index, 22_500))).toBe(true);
    expect(Math.max(...waits)).toBeLessThanOrEqual(37_500);
    expect(calls.at(-1)?.value).toBe('a6');
    await answer({ kind: 'saved', version: 8 });
    expect(autosave.state.status).toBe('saved');
  });

  it('keeps everything while signed out, and saves it afterwards', async () => {
    const { autosave, calls, answer } = setUp();
    autosave.changed('a');
    void autosave.flush();
    await answer({ kind: 'logged-out' });
    autosave.changed('ab');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toHaveLength(1);
    expect(autosave.unsaved).toBe('ab');
    void autosave.flush();
    await answer({ kind: 'saved', version: 8 });
    expect(calls.map(({ value }) => value)).toEqual(['a', 'ab']);
    expect(autosave.unsaved).toBeNull();
  });

  it('merges what an earlier page kept with the current version', async () => {
    const { autosave, calls } = setUp();
    autosave.restore({ base: 'older', mine: 'kept', theirs: 'theirs' }, 9);
    await vi.advanceTimersByTimeAsync(500);
    expect(calls).toEqual([expect.objectContaining({ value: 'kept+theirs', expectedVersion: 9 })]);
  });

  it('does not save what the server would refuse, and says why', async () => {
    const { autosave, calls } = setUp();
    autosave.changed('unfit');
    await vi.advanceTimersByTimeAsync(5000);
    await expect(autosave.flush()).resolves.toBe(false);
    expect(calls).toHaveLength(0);
    expect(autosave.state).toMatchObject({ status: 'blocked', message: 'It is unfit.' });
  });
});
