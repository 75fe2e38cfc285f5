import { describe, expect, it } from 'vitest';
import { createField, createParticipant, withoutFields } from '#ui/editor/draft/changes.ts';
import type { Draft, DraftField } from '#ui/editor/draft/draft.ts';
import { duplicateFields } from '#ui/editor/placing/copies.ts';
import {
  createFirstTerm,
  createTerm,
  getTest,
  listTests,
  getTermValue,
} from '#ui/editor/rules/condition-tests.ts';
import {
  findDraftRuleProblems,
  listFieldKeys,
  listReadableFields,
  withKeyKept,
} from '#ui/editor/rules/draft-rules.ts';
import { findDraftProblems } from '#ui/editor/sending/problems.ts';

const NOW = '2027-03-01T09:00:00.000Z';
const place = { x: 0.1, y: 0.1, width: 0.2, height: 0.03 };
const field = (key: string, given: Partial<DraftField> = {}): DraftField => ({
  ...createField({ key, type: 'number', page: 1, place, participantKey: 'ada' }),
  label: key,
  ...given,
});
const draft = (fields: readonly DraftField[], withPrevious = false): Draft => ({
  displayName: 'Order',
  participants: ['ada', 'ben'].map((key, index) => ({
    ...createParticipant(key),
    ...{ name: key, email: `${key}@example.com`, withPrevious: index > 0 && withPrevious },
  })),
  fields,
  policy: { legalFramework: 'none', consumerDisclosure: false, expiresAt: null, reminderPolicy: null },
  message: { subject: '', body: '' },
  copies: [],
});
const readable = (one: Draft, index: number) => {
  const reader = one.fields[index];
  return reader === undefined ? [] : listReadableFields(one, reader).map(({ apiKey }) => apiKey);
};

describe('the fields that a rule can read', () => {
  const fields = [
    field('Net price'),
    field('Secret', { private: true }),
    field('Total'),
    field('Half', { participantKey: 'ben' }),
    field('Nobody', { participantKey: '' }),
  ];

  it('are those of the same and of earlier people, without private ones of others', () => {
    expect(readable(draft(fields), 2)).toEqual(['net_price', 'secret']);
    expect(readable(draft(fields), 3)).toEqual(['net_price', 'total']);
    expect(readable(draft(fields, true), 3)).toEqual([]);
    expect(readable(draft(fields), 4)).toEqual([]);
  });

  it('keep their key when their label changes, once a rule reads them', () => {
    const one = draft(fields);
    const [first] = listReadableFields(one, fields[2] ?? field(''));
    if (first === undefined) throw new Error('there is nothing to read');
    const kept = withKeyKept(one, first);
    const renamed = { ...kept, fields: kept.fields.map((each) => ({ ...each, label: 'Other' })) };
    expect(listFieldKeys(renamed)[0]).toBe('net_price');
    expect(withKeyKept(kept, { ...first, field: kept.fields[0] ?? first.field })).toBe(kept);
  });
});

describe('problems with rules', () => {
  const total = field('Total', { formula: 'price * 2' });

  it('block saving, and name the field in the page’s language', () => {
    const one = draft([field('Price'), total]);
    expect(findDraftRuleProblems(one)).toEqual([]);
    expect(findDraftProblems(one, NOW)).toEqual([]);
    const without = withoutFields(one, new Set(['Price']));
    expect(findDraftProblems(without, NOW)).toEqual([
      {
        blocks: 'save',
        about: { kind: 'field', key: 'Total' },
        property: 'formula',
        message: 'Total on page 1 depends on a field that doesn’t exist anymore.',
      },
    ]);
  });

  it.each([
    ['cycle', [field('Price', { formula: 'total' }), total]],
    ['order', [field('Price', { participantKey: 'ben' }), total]],
    ['type', [field('Price', { type: 'text' }), total]],
    ['syntax', [field('Price'), field('Total', { formula: 'price *' })]],
    ['private', [field('Price', { private: true }), { ...total, participantKey: 'ben' }]],
  ])('are of the kind %s', (kind, fields) => {
    expect(new Set(findDraftRuleProblems(draft(fields)).map((problem) => problem.kind))).toEqual(
      new Set([kind]),
    );
  });

  it('don’t come from a copy, which gets its own key', () => {
    const price = field('Price', { fieldKey: 'price' });
    const copies = duplicateFields([price], [price], () => 'copy');
    expect(listFieldKeys(draft([price, ...copies]))).toEqual(['price', 'price_2']);
  });
});

describe('the tests of a condition', () => {
  it('fit the type of the field', () => {
    const names = (given: Partial<DraftField>) => listTests(field('x', given)).map(({ value }) => value);
    expect(names({ type: 'checkbox' })).toEqual(['checked', 'unchecked']);
    expect(names({ type: 'signature' })).toEqual(['filled', 'empty']);
    expect(names({ type: 'dropdown' })).toEqual(['is', 'isNot', 'filled', 'empty']);
  });

  it('are read from terms and written to them', () => {
    for (const test of ['is', 'isNot', 'filled', 'empty', 'checked', 'unchecked'] as const) {
      const term = createTerm('key', test, 'DE');
      expect(getTest(term)).toBe(test);
      expect(getTermValue(term)).toBe(test === 'is' || test === 'isNot' ? 'DE' : '');
    }
  });

  it('begin with one that is complete', () => {
    expect(createFirstTerm('k', field('x', { type: 'checkbox' }))).toEqual({ key: 'k', isChecked: true });
    expect(createFirstTerm('k', field('x', { type: 'dropdown', options: ['A'] }))).toEqual({
      key: 'k',
      is: 'A',
    });
    expect(createFirstTerm('k', field('x'))).toEqual({ key: 'k', isFilled: true });
  });
});
