import { describe, expect, it } from 'vitest';
import { captureRuledAnswers, describeShownChanges } from '#ui/signer/answers/shown-changes.ts';
import { prepareSheetRules } from '#ui/signer/answers/sheet-rules.ts';
import { signerField } from '../signer-field.ts';

const FIELDS = [
  signerField({ id: 'f1', key: 'box', type: 'checkbox', label: 'Ships' }),
  signerField({
    id: 'f2',
    key: 'street',
    label: 'Street',
    condition: { all: [{ key: 'box', isChecked: true }] },
  }),
  signerField({
    id: 'f3',
    key: 'city',
    label: 'City',
    condition: { all: [{ key: 'box', isChecked: true }] },
  }),
  signerField({ id: 'f4', key: 'total', type: 'number', label: 'Total', formula: 'net + fee' }),
  signerField({ id: 'f5', key: 'fee', type: 'number', label: 'Fee' }),
];
const INPUTS = [{ key: 'net', type: 'number' as const, options: null, value: '1,000.50' }];

const rules = await prepareSheetRules({ fields: FIELDS, inputs: INPUTS });

/** The rules' result for these answers, by field id. */
function ruled(values: Readonly<Record<string, string>>) {
  const outcomes = rules(({ id }) => values[id] ?? '');
  return captureRuledAnswers({
    fields: FIELDS.filter(({ id }) => outcomes.get(id)?.isShown),
    valueOf: ({ id }) => outcomes.get(id)?.value ?? '',
  });
}

describe('what screen readers are told of rules', () => {
  it('is nothing while nothing else changes', () => {
    expect(describeShownChanges(ruled({}), ruled({ f2: 'Elm St' }), 'en')).toBe('');
  });

  it('names fields that appear and go away', () => {
    const [without, withBox] = [ruled({}), ruled({ f1: 'true' })];
    expect(describeShownChanges(without, withBox, 'en')).toBe('Now shown: Street and City.');
    expect(describeShownChanges(withBox, without, 'en')).toBe('No longer needed: Street and City.');
  });

  it('names new results, which read the answers of others', () => {
    expect(describeShownChanges(ruled({}), ruled({ f5: '0.25' }), 'en')).toBe('Total: 1000.75.');
  });
});
