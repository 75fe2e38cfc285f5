import { describe, expect, it } from 'vitest';
import { readKeptAnswers } from '#ui/signer/answers/kept-answers.ts';
import { TabMemory } from '#ui/signer/tab-memory.ts';

/** Storage as browsers have it, with room for `roomChars` characters. */
function storage(roomChars = Infinity): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (key) => kept.get(key) ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => {
      if (value.length > roomChars) throw new DOMException('full', 'QuotaExceededError');
      kept.set(key, value);
    },
  };
}

describe('TabMemory', () => {
  it('resets when another link arrives', () => {
    const memory = new TabMemory(storage());
    memory.keepToken('one.x');
    memory.rememberOpened();
    memory.keepToken('one.x');
    expect(memory.opened).toBe(true);
    memory.keepToken('two.x');
    expect([memory.opened, memory.token]).toEqual([false, 'two.x']);
  });

  it('keeps answers by participant and reports when storage is full', () => {
    const memory = new TabMemory(storage(20));
    expect(memory.keepAnswers('part_1', '{"a":1}')).toBe(true);
    expect(memory.keepAnswers('part_2', 'x'.repeat(21))).toBe(false);
    expect([memory.readAnswers('part_1'), memory.readAnswers('part_2')]).toEqual(['{"a":1}', null]);
    memory.forgetAnswers('part_1');
    expect(memory.readAnswers('part_1')).toBeNull();
  });

  it('works without any storage', () => {
    const memory = new TabMemory(null);
    memory.keepToken('one.x');
    expect([memory.token, memory.opened, memory.keepAnswers('part_1', '')]).toEqual([null, false, false]);
  });
});

describe('readKeptAnswers', () => {
  it('reads only what it wrote', () => {
    const kept = { values: { fld_1: 'Rome' }, marks: { signature: { kind: 'typed', text: 'Ada' } } };
    expect(readKeptAnswers(JSON.stringify(kept))).toEqual(kept);
    expect([
      readKeptAnswers(null),
      readKeptAnswers('{'),
      readKeptAnswers('{"values":{"a":1},"marks":{}}'),
    ]).toEqual([null, null, null]);
  });
});
