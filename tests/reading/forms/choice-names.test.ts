import { describe, expect, it } from 'vitest';
import type { DocumentFormField } from '#domain/document/intake.ts';
import { nameChoices } from '#reading/forms/choice-names.ts';
import { importForm } from '#reading/forms/import-form.ts';
import { pageFacts } from '../../support/page-facts.ts';

const PAGE = { width: 612, height: 792 };

/** A radio button of 12 points whose top left corner is at a place. */
function radio(
  option: string,
  x: number,
  y: number,
  more: Partial<DocumentFormField> = {},
): DocumentFormField {
  const box = { x: x / PAGE.width, y: y / PAGE.height, width: 12 / PAGE.width, height: 12 / PAGE.height };
  const field = { name: 'Pay', kind: 'radio', page: 1, label: null, required: true } as const;
  return { ...field, ...box, readOnly: false, options: [option], value: null, ...more };
}

function listNames(form: readonly DocumentFormField[], texts: [string, number, number][]): string[] {
  return nameChoices(form, [pageFacts({ texts })]).map(({ options }) => options.join());
}

describe('radio buttons', () => {
  it('are named after the text behind them', () => {
    const form = [radio('0', 100, 90), radio('1', 200, 90), radio('2', 300, 90)];
    const texts: [string, number, number][] = [
      ['Bank transfer', 116, 100],
      ['Card', 216, 100],
      ['Invoice', 316, 100],
    ];
    expect(listNames(form, texts)).toEqual(['Bank transfer', 'Card', 'Invoice']);
    const [first] = importForm(nameChoices(form, [pageFacts({ texts })]));
    expect(first).toMatchObject({ label: 'Bank transfer', options: ['Bank transfer'], group: 'Pay' });
  });

  it('are named after the text before them if there is none behind', () => {
    const form = [radio('0', 140, 90), radio('1', 140, 110)];
    expect(
      listNames(form, [
        ['Yes', 118, 100],
        ['No', 118, 120],
      ]),
    ).toEqual(['Yes', 'No']);
  });

  it('are named after the text that is closer, where there is one on each side', () => {
    const form = [radio('a', 124, 90), radio('b', 170, 90)];
    const texts: [string, number, number][] = [
      ['Yes', 104, 100],
      ['No', 154, 100],
      ['Date:', 198, 100],
    ];
    expect(listNames(form, texts)).toEqual(['Yes', 'No']);
  });

  it('stay in their own group if the other has the same question', () => {
    const long =
      'Which of the ways to pay that are listed on this page do you choose for the first year of the contract, ';
    const form = [
      radio('1', 100, 90, { name: 'a', label: `${long}please?` }),
      radio('2', 100, 130, { name: 'b', label: `${long}if any?` }),
      radio('3', 100, 170, { name: 'c', label: 'd' }),
      radio('4', 100, 210, { name: 'd' }),
    ];
    expect(importForm(form).map(({ group }) => group)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keep their own values if the page does not tell them apart', () => {
    const form = [radio('Monthly', 100, 90), radio('Yearly', 100, 110)];
    expect(listNames(form, [])).toEqual(['Monthly', 'Yearly']);
    expect(
      listNames(form, [
        ['Pay', 116, 100],
        ['Pay', 116, 120],
      ]),
    ).toEqual(['Monthly', 'Yearly']);
    expect(listNames(form, [['Far away', 260, 100]])).toEqual(['Monthly', 'Yearly']);
  });

  it('are asked about by the tooltip that is theirs alone', () => {
    const form = [
      radio('0', 100, 90, { label: 'How do you pay?' }),
      radio('1', 200, 90, { label: 'How do you pay?' }),
    ];
    expect(importForm(form).map(({ group }) => group)).toEqual(['How do you pay?', 'How do you pay?']);
    const other = radio('0', 100, 190, { name: 'Other', label: 'How do you pay?' });
    expect(importForm([...form, other]).map(({ group }) => group)).toEqual(['Pay', 'Pay', 'Other']);
  });
});
