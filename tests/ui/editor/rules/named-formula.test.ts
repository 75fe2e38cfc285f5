import { describe, expect, it } from 'vitest';
import { readNamedFormula, writeNamedFormula } from '#ui/editor/rules/named-formula.ts';

const FIELDS = [
  { name: 'Fee', apiKey: 'fee' },
  { name: 'Fee - net', apiKey: 'fee_net' },
  { name: 'Monthly fee', apiKey: 'monthly_fee' },
  { name: 'Sum', apiKey: 'total_sum' },
  { name: 'Gebühr (€)', apiKey: 'gebuehr' },
  { name: 'السعر', apiKey: 'price' },
];

describe('formulas with names', () => {
  it.each([
    ['Monthly fee * 12', 'monthly_fee * 12'],
    ['monthly FEE*12', 'monthly_fee*12'],
    ['fee_net + fee', 'fee_net + fee'],
    ['Fee - net + Fee', 'fee_net + fee'],
    ['Fee -net', 'fee -net'],
    ['sum(Fee, Sum)', 'sum(fee, total_sum)'],
    ['Gebühr (€) / 2', 'gebuehr / 2'],
    ['السعر * 2', 'price * 2'],
    ['Feel + 1', 'Feel + 1'],
    ['', ''],
  ])('reads %s', (text, formula) => {
    expect(readNamedFormula(text, FIELDS)).toBe(formula);
  });

  it.each([
    ['monthly_fee * 12', 'Monthly fee * 12'],
    ['sum(fee, total_sum) - unknown', 'sum(Fee, Sum) - unknown'],
    ['round(price / 3, 2)', 'round(السعر / 3, 2)'],
  ])('writes %s', (formula, text) => {
    expect(writeNamedFormula(formula, FIELDS)).toBe(text);
    expect(readNamedFormula(text, FIELDS)).toBe(formula);
  });
});
