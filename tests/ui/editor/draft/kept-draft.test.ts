import { describe, expect, it } from 'vitest';
import { DraftMemory, type KeptDraft } from '#ui/editor/draft/kept-draft.ts';

/** A tab's storage with room for this many characters. */
function storage(room = Infinity): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, text);
    },
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}
const draft = { displayName: 'Lease' } as KeptDraft['draft'];
const kept: KeptDraft = { userId: 'user_1', version: 4, synced: draft, draft };

describe('a draft that this tab keeps', () => {
  it('is restored for the same person and envelope, until deleted', () => {
    const tab = storage();
    const memory = new DraftMemory('env_1', tab);
    expect(memory.keep(kept)).toBe(true);
    expect(memory.read('user_1')).toMatchObject(kept);
    expect(memory.read('user_2')).toBeNull();
    expect(new DraftMemory('env_2', tab).read('user_1')).toBeNull();
    memory.forget();
    expect(memory.read('user_1')).toBeNull();
  });

  it('is not kept without storage, nor read from invalid data', () => {
    const tab = storage(10_000);
    const memory = new DraftMemory('env_1', tab);
    memory.keep(kept);
    const large = { ...kept, draft: { ...draft, displayName: 'x'.repeat(20_000) } };
    expect(memory.keep(large)).toBe(false);
    expect(memory.read('user_1')).toBeNull();
    tab.setItem('countersign.draft.env_1', '{"format":0}');
    expect(memory.read('user_1')).toBeNull();
    tab.setItem('countersign.draft.env_1', 'nothing');
    expect(memory.read('user_1')).toBeNull();
    expect(new DraftMemory('env_1', null).keep(kept)).toBe(false);
  });
});
