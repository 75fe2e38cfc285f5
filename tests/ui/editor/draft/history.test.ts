import { describe, expect, it } from 'vitest';
import { beginHistory, endRun, record, redone, undone } from '#ui/editor/draft/history.ts';

describe('history', () => {
  it('undoes and redoes', () => {
    const history = record(record(beginHistory('a'), 'b'), 'c');
    expect(undone(history).present).toBe('b');
    expect(undone(undone(history)).present).toBe('a');
    expect(undone(undone(undone(history))).present).toBe('a');
    expect(redone(undone(history)).present).toBe('c');
    expect(redone(history)).toBe(history);
  });

  it('undoes a run of similar changes in one step', () => {
    const typed = record(record(record(beginHistory(''), 'A', 'label'), 'Ad', 'label'), 'Ada', 'label');
    expect(undone(typed).present).toBe('');
    const paused = record(endRun(typed), 'Ada L', 'label');
    expect(undone(paused).present).toBe('Ada');
  });

  it('forgets the future once something else is done', () => {
    const history = record(undone(record(beginHistory('a'), 'b')), 'c');
    expect(redone(history).present).toBe('c');
    expect(undone(history).present).toBe('a');
  });

  it('records nothing where nothing changed', () => {
    const history = beginHistory('a');
    expect(record(history, 'a')).toBe(history);
  });
});
