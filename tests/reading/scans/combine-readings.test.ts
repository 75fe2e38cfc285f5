import { expect, it } from 'vitest';
import type { Detection } from '#reading/detection.ts';
import type { ProposedField } from '#reading/proposed-field.ts';
import { combineReadings } from '#reading/scans/combine-readings.ts';

const makeField = (y: number, facts: Partial<ProposedField> = {}): ProposedField => ({
  ...{ page: 1, box: { x: 0.1, y, width: 0.3, height: 0.03 }, type: 'text', label: '', required: false },
  ...{ multiline: false, group: null, partyIndex: null, proposedAutoSource: null, confidence: 0.9 },
  ...facts,
});
const detect = (fields: readonly ProposedField[], parties: Detection['parties'] = []): Detection => ({
  ...{ form: [], fields, parties },
});
const list = ({ fields }: Detection) => fields.map(({ type, label, box }) => [type, label, box.y]);

it('keeps the blanks of a form that are lost among its words, and names those that are found', () => {
  const drawn = detect([
    makeField(0.1),
    makeField(0.2, { type: 'checkbox', group: 'choice' }),
    makeField(0.8),
  ]);
  const read = detect([
    makeField(0.1, { label: 'Name' }),
    makeField(0.81, { type: 'signature', label: 'Signature', required: true }),
    makeField(0.9, { type: 'date', label: 'Date' }),
    makeField(0.95, { label: 'Page 1 of 2' }),
  ]);
  expect(list(combineReadings(drawn, read))).toEqual([
    ['text', 'Name', 0.1],
    ['checkbox', '', 0.2],
    ['signature', 'Signature', 0.8],
    ['date', 'Date', 0.9],
  ]);
});

it('takes what the words of a contract say', () => {
  const party = { name: 'Acme GmbH', roleLabel: 'Seller' } as Detection['parties'][number];
  const read = detect([makeField(0.8, { type: 'signature', partyIndex: 0 })], [party]);
  expect(combineReadings(detect([makeField(0.1), makeField(0.8)]), read)).toBe(read);
});
