import { describe, expect, it } from 'vitest';
import { CUES, type Cue, getCueBit } from '#reading/candidates/candidate.ts';
import { findCandidates } from '#reading/candidates/find-candidates.ts';
import { overlapRatio, type PageBox } from '#reading/page/page-facts.ts';
import { pageFacts, type Printed } from '../../support/page-facts.ts';

const box = (x: number, y: number, width: number, height: number): PageBox => ({ x, y, width, height });

/** Each kind of blank: what is printed, which cue must find it, and where it is. */
const BLANKS: readonly (readonly [name: string, printed: Printed, cue: Cue, at: PageBox])[] = [
  ['an empty cell', { boxes: [[100, 100, 120, 18]] }, 'cell', box(100, 100, 120, 18)],
  [
    'what is left below a label',
    { boxes: [[100, 100, 120, 30]], texts: [['First name', 103, 109]] },
    'cellBelow',
    box(100, 110, 120, 20),
  ],
  [
    'what is left right of a label',
    { boxes: [[100, 100, 200, 16]], texts: [['City', 103, 111]] },
    'cellRight',
    box(124, 100, 176, 16),
  ],
  [
    'a cell of a grid drawn as lines',
    {
      rules: [
        [50, 100, 350, 100],
        [50, 120, 350, 120],
        [50, 100, 50, 120],
        [150, 100, 150, 120],
        [350, 100, 350, 120],
      ],
    },
    'cell',
    box(150, 100, 200, 20),
  ],
  [
    'a line behind a label',
    { rules: [[120, 200, 300, 200]], texts: [['Name:', 80, 199]] },
    'openLine',
    box(120, 187, 180, 13),
  ],
  [
    'the rest of a line under words',
    { rules: [[80, 201, 300, 201]], texts: [['Name:', 82, 199]] },
    'lineGap',
    box(109, 188, 191, 13),
  ],
  [
    'underscores',
    { texts: [['Name: ____________________', 80, 200]] },
    'underscore',
    box(110, 190.5, 100, 11.5),
  ],
  ['a row of dots', { texts: [['Name: ....................', 80, 200]] }, 'dots', box(110, 188.5, 100, 11.5)],
  [
    'a comb',
    { boxes: [0, 1, 2, 3, 4, 5].map((index) => [100 + index * 15, 100, 15, 22] as const) },
    'comb',
    box(100, 100, 90, 22),
  ],
  [
    'a drawn tick box',
    { boxes: [[100, 100, 9, 9]], texts: [['Yes', 112, 108]] },
    'tickShape',
    box(99.1, 99.1, 10.8, 10.8),
  ],
  ['a tick box of a font', { texts: [['\u2610 Yes', 100, 108]] }, 'tickGlyph', box(99.65, 100.5, 5.7, 8)],
  [
    'a tick box of Wingdings',
    { texts: [['\uF06F', 100, 108]], font: 'wingdings-regular' },
    'tickGlyph',
    box(99.65, 100.5, 5.7, 8),
  ],
  ['brackets around nothing', { texts: [['[ ] Yes', 100, 108]] }, 'tickBracket', box(100, 101, 13.3, 7)],
  [
    'stacked lines',
    {
      rules: [
        [80, 200, 400, 200],
        [80, 218, 400, 218],
        [80, 236, 400, 236],
      ],
    },
    'stacked',
    box(80, 182, 320, 54),
  ],
  [
    'white space after a colon',
    {
      texts: [
        ['Name:', 80, 200],
        ['x', 500, 400],
      ],
    },
    'labelOnly',
    box(107, 189.5, 260, 13.5),
  ],
  [
    'columns under labels below one line',
    {
      rules: [[80, 200, 400, 200]],
      texts: [
        ['City', 80, 209],
        ['State', 200, 209],
      ],
    },
    'labelSplit',
    box(199, 187, 201, 13),
  ],
  [
    'the parts of an address whose labels stand close together',
    { rules: [[80, 200, 300, 200]], texts: [['City State ZIP', 80, 209]] },
    'labelSplit',
    box(104, 187, 27, 13),
  ],
  [
    'a line with room for more than one of text',
    { rules: [[120, 200, 300, 200]], texts: [['Name:', 80, 199]] },
    'lineBetween',
    box(120, 183, 180, 17),
  ],
  [
    'a narrow cell that takes a tick',
    { boxes: [[100, 100, 30, 14]] },
    'tickMiddle',
    box(109.75, 101.75, 10.5, 10.5),
  ],
  [
    'white space under labels that stand side by side',
    {
      texts: [
        ['Rank', 80, 200],
        ['Branch', 200, 200],
        ['x', 500, 400],
      ],
    },
    'underLabel',
    box(79, 201, 118, 22),
  ],
];

describe('candidates', () => {
  it.each(BLANKS)('%s', (_name, printed, cue, at) => {
    const found = findCandidates(pageFacts(printed)).candidates.filter(
      ({ cues }) => ((cues >> CUES.indexOf(cue)) & 1) === 1,
    );
    const best = found.toSorted((one, other) => overlapRatio(other, at) - overlapRatio(one, at))[0];
    expect(best && overlapRatio(best, at), `${cue}: ${JSON.stringify(found)}`).toBeGreaterThan(0.85);
  });

  it.each([
    ['a bullet of Wingdings', { texts: [['\uF0A7', 100, 108]], font: 'wingdings-regular' }],
    ['running text', { texts: [['The parties agree as follows.', 80, 200]] }],
    ['a page frame', { boxes: [[0, 0, 612, 792]] }],
    ['nothing', {}],
  ] satisfies readonly (readonly [string, Printed])[])('none in %s', (_name, printed) => {
    expect(findCandidates(pageFacts(printed)).candidates).toEqual([]);
  });

  it('takes one candidate for a box that is drawn twice', () => {
    const twice = pageFacts({
      boxes: [
        [100, 100, 120, 14],
        [100.3, 100.2, 119.8, 14],
      ],
    });
    const cells = findCandidates(twice).candidates.filter(({ cues }) => (cues & getCueBit('cell')) !== 0);
    expect(cells).toHaveLength(1);
  });
});
