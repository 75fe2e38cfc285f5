import { describe, expect, it } from 'vitest';
import {
  listReviewedFields,
  sortByReadingOrder,
  isAnswered,
  groupQuestions,
} from '#ui/signer/answers/questions.ts';
import { signerField } from '../signer-field.ts';

describe('inReadingOrder', () => {
  it('sorts by page, line and from the left, tolerating slightly uneven boxes', () => {
    const fields = [
      signerField({ id: 'second page', page: 2, y: 0.1 }),
      signerField({ id: 'right', x: 0.6, y: 0.195 }),
      signerField({ id: 'left', x: 0.1, y: 0.205 }),
      signerField({ id: 'below', x: 0.05, y: 0.25 }),
      signerField({ id: 'top', x: 0.8, y: 0.05 }),
    ];
    expect(sortByReadingOrder(fields).map(({ id }) => id)).toEqual([
      'top',
      'left',
      'right',
      'below',
      'second page',
    ]);
  });
});

describe('questionsOf', () => {
  it('combines the checkboxes of a group, which is required if one of them is', () => {
    const questions = groupQuestions([
      signerField({ id: 'yearly', type: 'radio', group: 'Payment', x: 0.5, required: true }),
      signerField({ id: 'monthly', type: 'radio', group: 'Payment', x: 0.1, required: false }),
      signerField({ id: 'note', type: 'text', group: 'Payment', y: 0.4 }),
      signerField({ id: 'box', type: 'checkbox', group: 'Payment', y: 0.5 }),
    ]);
    expect(
      questions.map(({ label, required, fields }) => [label, required, fields.map(({ id }) => id)]),
    ).toEqual([
      ['Payment', true, ['monthly', 'yearly']],
      ['Text', true, ['note']],
      ['Payment', true, ['box']],
    ]);
  });

  it('names a group after its answers if its own name was written for programs', () => {
    const [pay] = groupQuestions([
      signerField({ id: 'a', type: 'radio', group: 'pay', displayLabel: 'Card', x: 0.1 }),
      signerField({ id: 'b', type: 'radio', group: 'pay', displayLabel: 'Invoice', x: 0.5 }),
    ]);
    expect(pay?.label).toBe('Card or Invoice');
  });

  it('requires one checked box, or one of a group', () => {
    const [group] = groupQuestions([
      signerField({ id: 'a', type: 'checkbox', group: 'Colors' }),
      signerField({ id: 'b', type: 'checkbox', group: 'Colors' }),
    ]);
    if (group === undefined) throw new Error('there is no question');
    expect(isAnswered(group, () => 'false')).toBe(false);
    expect(isAnswered(group, ({ id }) => (id === 'b' ? 'true' : ''))).toBe(true);
  });
});

describe('answersTo', () => {
  it('lists the chosen radio button, but every checkbox', () => {
    const [radios, boxes] = groupQuestions([
      signerField({ id: 'monthly', type: 'radio', group: 'Payment' }),
      signerField({ id: 'yearly', type: 'radio', group: 'Payment', y: 0.2 }),
      signerField({ id: 'red', type: 'checkbox', group: 'Colors', y: 0.3 }),
      signerField({ id: 'blue', type: 'checkbox', group: 'Colors', y: 0.4 }),
    ]);
    if (radios === undefined || boxes === undefined) throw new Error('a question is missing');
    const listed = (question: typeof radios, chosen: string) =>
      listReviewedFields(question, ({ id }) => String(id === chosen)).map(({ id }) => id);
    expect(listed(radios, 'yearly')).toEqual(['yearly']);
    expect(listed(radios, '')).toEqual(['monthly']);
    expect(listed(boxes, 'blue')).toEqual(['red', 'blue']);
  });
});
