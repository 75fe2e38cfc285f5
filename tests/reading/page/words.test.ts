import { describe, expect, it } from 'vitest';
import { joinRules } from '#reading/page/rules.ts';
import { groupWordsAndLines } from '#reading/page/words.ts';
import type { Rule } from '#reading/page/page-facts.ts';
import { lettersOf } from '../../support/page-facts.ts';

describe('the text of a page', () => {
  it('parts columns, and keeps the words of a label together', () => {
    const { lines } = groupWordsAndLines([
      ...lettersOf('First name', 40, 100),
      ...lettersOf('Last name', 300, 100),
    ]);
    expect(lines.map(({ text, x, width }) => ({ text, x, width }))).toEqual([
      { text: 'First name', x: 40, width: 50 },
      { text: 'Last name', x: 300, width: 45 },
    ]);
  });

  it.each([
    ['Name: ________ Date', ['Name:', 'Date'], [{ kind: 'underscore', count: 8 }]],
    ['Total ......... 12', ['Total', '12'], [{ kind: 'dots', count: 9 }]],
    ['Total . . . . . . 12', ['Total', '12'], [{ kind: 'dots', count: 6 }]],
    ['and so on...', ['and', 'so', 'on...'], []],
    ['the end.', ['the', 'end.'], []],
    ['__/__/____', ['/', '/'], [{ count: 2 }, { count: 2 }, { count: 4 }]],
    ['\u2610Yes \u2610No', ['\u2610', 'Yes', '\u2610', 'No'], []],
  ])('%s', (text, words, leaders) => {
    const read = groupWordsAndLines(lettersOf(text, 40, 100));
    expect(read.words.map((word) => word.text)).toEqual(words);
    expect(read.leaders).toMatchObject(leaders);
    expect(read.leaders).toHaveLength(leaders.length);
  });
});

describe('rules drawn in pieces', () => {
  const piece = (x: number, width: number, y = 50): Rule => ({
    orientation: 'horizontal',
    luminance: 0,
    dashed: false,
    x,
    y,
    width,
    height: 0.5,
  });

  it.each([
    ['sides of neighboring cells are one', [piece(0, 100), piece(100, 50)], [[0, 150]]],
    ['dashes are one', [piece(0, 3), piece(6, 3), piece(12, 3)], [[0, 15]]],
    [
      'blanks side by side stay two',
      [piece(0, 100), piece(110, 50)],
      [
        [0, 100],
        [110, 50],
      ],
    ],
    [
      'lines below each other stay two',
      [piece(0, 100), piece(0, 100, 62)],
      [
        [0, 100],
        [0, 100],
      ],
    ],
  ])('%s', (_name, pieces, joined) => {
    expect(joinRules(pieces).map(({ x, width }) => [x, width])).toEqual(joined);
  });
});
