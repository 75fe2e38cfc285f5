import { describe, expect, it } from 'vitest';
import { sentencePieces, slot } from '#ui/kit/sentence.ts';

describe('sentencePieces', () => {
  it('splits a message at its slots and keeps all other text', () => {
    expect(sentencePieces(`Waiting for ${slot('name')} since ${slot('time')}`)).toEqual([
      { text: 'Waiting for ', isSlot: false },
      { text: 'name', isSlot: true },
      { text: ' since ', isSlot: false },
      { text: 'time', isSlot: true },
    ]);
  });

  it('treats braces in a value as text', () => {
    expect(sentencePieces('{time}')).toEqual([{ text: '{time}', isSlot: false }]);
  });
});
