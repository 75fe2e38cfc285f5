import { describe, expect, it } from 'vitest';
import { findCandidates } from '#reading/candidates/find-candidates.ts';
import { findFormFields } from '#reading/forms/form-fields.ts';
import { getShippedModel } from '#reading/model/form-model.ts';
import { hasFields, collectPageEvidence } from '#reading/model/page-prior.ts';
import { findProse } from '#reading/page/prose.ts';
import { countTableCells } from '#reading/candidates/tables.ts';
import { findInformativeCells } from '#reading/candidates/sentence-cells.ts';
import { pageFacts, type Printed } from '../../support/page-facts.ts';

const PARAGRAPH: NonNullable<Printed['texts']> = Array.from({ length: 12 }, (_, line) => [
  'You must file this form when the rules of the agency ask for it',
  60,
  100 + line * 12,
]);

describe('running text', () => {
  it('is lines that follow each other, and no labels', () => {
    const { share, lines } = findProse(pageFacts({ texts: [...PARAGRAPH, ['First name', 60, 400]] }));
    expect(lines).toHaveLength(12);
    expect(share).toBeCloseTo((12 * 13) / (12 * 13 + 2));
  });

  it('is distinguished from a form by its words', () => {
    expect(findProse(pageFacts({ texts: [['Specific Instructions', 60, 80], ...PARAGRAPH] })).notices).toBe(
      1,
    );
  });
});

describe('tables', () => {
  it('describe the row and column of a cell', () => {
    const page = pageFacts({
      boxes: [
        [50, 100, 100, 40],
        [150, 100, 100, 40],
        [50, 140, 100, 40],
        [150, 140, 100, 40],
      ],
      texts: [
        ['Name', 55, 110],
        ['City', 155, 110],
        ['Age', 55, 150],
      ],
    });
    const layout = findCandidates(page);
    const rows = countTableCells(layout);
    const index = layout.candidates.findIndex(({ frame }) => frame.x === 150 && frame.y === 140);
    // As light as its row and column; empty; two cells in the row, half of them printed; two in the column,
    // half of them printed.
    expect(rows[index]).toEqual([0, 0, 0, 0, 2, 0.5, 1, 2, 0.5, 1]);
  });
});

describe('whether a page has fields', () => {
  const { pagePrior } = getShippedModel();
  const form = { lines: [], share: 0, notices: 0 };
  const instructions = { lines: [], share: 0.9, notices: 3 };

  it('follows how probable its candidates are, and how much of it explains', () => {
    const sure = Array.from({ length: 20 }, () => 0.95);
    expect(hasFields(pagePrior, collectPageEvidence(sure, 200, form))).toBe(true);
    expect(hasFields(pagePrior, collectPageEvidence([0.55, 0.5, 0.4], 900, instructions))).toBe(false);
  });

  it('does not leave a place to sign out, alone as it may be', () => {
    const page = pageFacts({
      texts: [...PARAGRAPH, ['Signature:', 60, 400], ['Date:', 330, 400]],
      rules: [
        [115, 402, 310, 402],
        [360, 402, 480, 402],
      ],
    });
    expect(findFormFields(page).map(({ type, proposedAutoSource }) => [type, proposedAutoSource])).toEqual([
      ['signature', null],
      ['date', 'signed_date'],
    ]);
  });

  it('leaves a page of instructions without any', () => {
    const page = pageFacts({
      texts: [['General Instructions', 60, 80], ...PARAGRAPH],
      rules: [[60, 300, 240, 300]],
    });
    expect(findFormFields(page)).toEqual([]);
  });
});

describe('cells that tell', () => {
  const table = (second: string) =>
    pageFacts({
      boxes: [
        [50, 100, 150, 40],
        [200, 100, 150, 40],
      ],
      texts: [
        ['opened a new account', 55, 112],
        [second, 205, 112],
      ],
    });
  const widths = (second: string) =>
    [...findInformativeCells(findCandidates(table(second)))].map(({ x }) => x);

  it('begin in the middle of a sentence, in a row without an empty cell', () => {
    expect(widths('complete lines 1 and 2')).toEqual([50, 200]);
    expect(widths('Account')).toEqual([]);
    expect(widths('')).toEqual([]);
  });

  it('contain only numbers, as in a table of rates', () => {
    const rates = (last: string) =>
      pageFacts({
        boxes: [50, 150, 250].map((x) => [x, 100, 100, 14] as const),
        texts: [
          ['$23,750', 60, 110],
          ['0.5%', 160, 110],
          [last, 260, 110],
        ],
      });
    expect(findInformativeCells(findCandidates(rates('---'))).size).toBe(3);
    expect(findInformativeCells(findCandidates(rates('$'))).size).toBe(0);
  });
});
