import { describe, expect, it } from 'vitest';
import { beginHistory, endRun, record, redoStep, undoStep } from '#ui/editor/draft/history.ts';

describe('history', () => {
  it('undoes and redoes', () => {
    const history = record(record(beginHistory('a'), 'b'), 'c');
    expect(undoStep(history).present).toBe('b');
    expect(undoStep(undoStep(history)).present).toBe('a');
    expect(undoStep(undoStep(undoStep(history))).present).toBe('a');
    expect(redoStep(undoStep(history)).present).toBe('c');
    expect(redoStep(history)).toBe(history);
  });

  it('undoes a run of similar changes in one step', () => {
    const typed = record(record(record(beginHistory(''), 'A', 'label'), 'Ad', 'label'), 'Ada', 'label');
    expect(undoStep(typed).present).toBe('');
    const paused = record(endRun(typed), 'Ada L', 'label');
    expect(undoStep(paused).present).toBe('Ada');
  });

  it('forgets the future once something else is done', () => {
    const history = record(undoStep(record(beginHistory('a'), 'b')), 'c');
    expect(redoStep(history).present).toBe('c');
    expect(undoStep(history).present).toBe('a');
  });

  it('records nothing where nothing changed', () => {
    const history = beginHistory('a');
    expect(record(history, 'a')).toBe(history);
  });
});
