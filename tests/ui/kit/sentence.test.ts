import { describe, expect, it } from 'vitest';
import { splitSentence, createSlot } from '#ui/kit/sentence.ts';

describe('sentencePieces', () => {
  it('splits a message at its slots and keeps all other text', () => {
    expect(splitSentence(`Waiting for ${createSlot('name')} since ${createSlot('time')}`)).toEqual([
      { text: 'Waiting for ', isSlot: false },
      { text: 'name', isSlot: true },
      { text: ' since ', isSlot: false },
      { text: 'time', isSlot: true },
    ]);
  });

  it('treats braces in a value as text', () => {
    expect(splitSentence('{time}')).toEqual([{ text: '{time}', isSlot: false }]);
  });
});
