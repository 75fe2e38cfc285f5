import { describe, expect, test } from 'vitest';
import { joinedLetters } from '#server/pdf/drawing/arabic-letters.ts';
import { visualRuns } from '#server/pdf/drawing/bidi.ts';

/** Runs as they stand from left to right, those from right to left in guillemets. */
function seen(text: string): string {
  return visualRuns(text)
    .map((run) => (run.rightToLeft ? `«${run.text}»` : run.text))
    .join('');
}

describe('visualRuns', () => {
  test.each([
    ['plain text', 'plain text'],
    ['אבג', '«אבג»'],
    ['אבג דהו', '«אבג דהו»'],
    ['Eve אבג end', 'Eve «אבג» end'],
    ['אבג Eve דהו', '« דהו»Eve«אבג »'],
    // Numbers read to the right within text that reads to the left, separators with them.
    ['אבג 12.5', '12.5«אבג »'],
    ['אבג 12 דהו', '« דהו»12«אבג »'],
    ['Eve 12 אבג', 'Eve 12 «אבג»'],
    ['Eve אבג 12', 'Eve 12«אבג »'],
    // A pair of brackets takes one direction as a whole.
    ['Eve אבג (12) end', 'Eve «)»12«אבג (» end'],
    ['אבג (Eve)', '«)»Eve«אבג (»'],
    ['a (אבג) b', 'a («אבג») b'],
    ['שלום!', '«שלום!»'],
    ['Eve אבג!', 'Eve «אבג»!'],
    ['', ''],
  ])('%j', (text, expected) => {
    expect(seen(text)).toBe(expected);
  });

  test('keeps every character', () => {
    for (const text of ['مرحبا (12) Eve [אב] {x}', ')(', '((א)', '1,2.3 א 4:5']) {
      const together = visualRuns(text).flatMap((run) => [...run.text]);
      expect(together.toSorted()).toEqual([...text].toSorted());
    }
  });
});

describe('joinedLetters', () => {
  const forms = (text: string): string[] =>
    joinedLetters(text).map(({ drawn }) => drawn.replaceAll('\u200d', '+'));

  test.each([
    ['محمد', ['م+', '+ح+', '+م+', '+د']],
    ['دار', ['د', 'ا', 'ر']],
    ['باب', ['ب+', '+ا', 'ب']],
    ['ماء', ['م+', '+ا', 'ء']],
    ['سلام', ['س+', '+لا', 'م']],
    ['مُحَ', ['مُ+', '+حَ']],
    ['می\u200cخواهم', ['م+', '+ی', '\u200c', 'خ+', '+و', 'ا', 'ه+', '+م']],
    ['بـب', ['ب+', '+ـ+', '+ب']],
    ['ب ب', ['ب', ' ', 'ب']],
  ])('%s', (text, expected) => {
    expect(forms(text)).toEqual(expected);
  });

  test('lam and alef are one form and two letters', () => {
    expect(joinedLetters('بلأ')[1]).toMatchObject({ split: { left: 'أ', right: 'ل', rightGlyphs: 2 } });
    expect(joinedLetters('لا')[0]).toMatchObject({ split: { left: 'ا', right: 'ل', rightGlyphs: 1 } });
  });
});
