import { describe, expect, it } from 'vitest';
import { displayValue } from '#domain/field/value/display.ts';
import type { FieldFormat } from '#domain/field/formats.ts';
import { formatEditableNumber, toCanonicalNumber, readNumber } from '#domain/field/value/number.ts';
import { LANGUAGES } from '#domain/language.ts';

const format = (pattern: FieldFormat['pattern'], rest: Partial<FieldFormat> = {}): FieldFormat => ({
  pattern,
  decimals: null,
  currency: null,
  ...rest,
});

describe('a date', () => {
  it.each([
    ['YYYY-MM-DD', '2027-03-05'],
    ['MM/DD/YYYY', '03/05/2027'],
    ['DD/MM/YYYY', '05/03/2027'],
    ['DD.MM.YYYY', '05.03.2027'],
    ['DDMMYYYY', '05032027'],
    ['D MMMM YYYY', '5 March 2027'],
    ['MMMM D, YYYY', 'March 5, 2027'],
    ['locale', 'March 5, 2027'],
  ] as const)('is written as %s', (pattern, text) => {
    expect(displayValue({ type: 'date', format: format(pattern) }, '2027-03-05', 'en')).toBe(text);
  });

  it('names the month in the language of the participant', () => {
    const written = (pattern: FieldFormat['pattern'], language: (typeof LANGUAGES)[number]) =>
      displayValue({ type: 'date', format: format(pattern) }, '0812-03-05', language);
    expect(written('D MMMM YYYY', 'de')).toBe('5 März 0812');
    expect(written('locale', 'pl')).toBe('5 marca 812');
    for (const language of LANGUAGES) expect(written('locale', language)).toMatch(/812/);
  });

  it.each(['', 'soon', '2027-02-30'])('that is none stays as it is: %j', (value) => {
    expect(displayValue({ type: 'date', format: format('locale') }, value, 'en')).toBe(value);
  });
});

describe('a number', () => {
  it.each([
    ['1234.56', {}, '1234567.5', '1234567.5'],
    ['1,234.56', { decimals: 2 }, '1234567.5', '1,234,567.50'],
    ['1.234,56', { decimals: 2, currency: 'EUR' }, '-1234.5', '-1.234,50\u00a0€'],
    ['1 234,56', {}, '1234567.891', '1\u202f234\u202f567,891'],
    ["1'234.56", { currency: 'CHF' }, '1234', 'CHF\u00a01’234'],
    ['1,234.56', { currency: 'USD', decimals: 2 }, '999.99', '$999.99'],
    ['1234,56', { decimals: 0 }, '1234', '1234'],
    ['1,234.56', { decimals: 2 }, '999.995', '1,000.00'],
    ['1,234.56', { decimals: 2 }, '-0.004', '0.00'],
    ['1,234.56', { decimals: 0 }, '-0.5', '-1'],
    ['locale', {}, '1234.5', '1,234.5'],
    ['1,234.56', { currency: 'XYZ' }, '5', 'XYZ\u00a05'],
  ] as const)('in %s with %j: %s is %s', (pattern, rest, value, text) => {
    expect(displayValue({ type: 'number', format: format(pattern, rest) }, value, 'en')).toBe(text);
  });

  it.each([
    ['de', 'EUR', 2, '1.234,50\u00a0€'],
    ['ja', 'JPY', 0, '¥1,235'],
    ['ar', 'SAR', 2, 'SAR\u00a01,234.50'],
    ['pl', 'PLN', 2, '1\u202f234,50\u00a0zł'],
  ] as const)('is an amount of money as usual in %s', (language, currency, decimals, text) => {
    const amount = { type: 'number', format: format('locale', { currency, decimals }) } as const;
    expect(displayValue(amount, '1234.5', language)).toBe(text);
  });

  it('keeps every digit, however many there are', () => {
    const digits = '9'.repeat(4000);
    const shown = displayValue({ type: 'number', format: format('1,234.56') }, digits, 'en');
    expect(shown.replaceAll(',', '')).toBe(digits);
  });

  it.each([
    ['007', '7'],
    ['-0', '0'],
    ['-0.00', '0.00'],
    ['000.50', '0.50'],
    ['-3.10', '-3.10'],
    [' 12 ', '12'],
  ])('%j is stored as %j', (text, plain) => {
    expect(toCanonicalNumber(text)).toBe(plain);
  });

  it.each(['1e309', 'Infinity', 'NaN', '1,5', '1.', '.5', '+1', '0x10', '١٢', '1 000', '--1', ''])(
    '%j is not plain',
    (text) => {
      expect(toCanonicalNumber(text)).toBeNull();
    },
  );

  it.each([
    ['1.234,56', '1.234,56', '1234.56'],
    ['1.234,56', '1.234', '1234'],
    ['1.234,56', '1.5', '1.5'],
    ['1.234,56', '1234,5', '1234.5'],
    ['1.234,56', '1,234,567', null],
    ['1,234.56', '1,234', '1234'],
    ['1,234.56', '1,5', null],
    ['1 234,56', '1 234,5', '1234.5'],
    ["1'234.56", '1’234.5', '1234.5'],
    ['1,234.56', '−5', '-5'],
    ['1,234.56', '1e309', null],
  ] as const)('typed in %s: %s is read as %s', (pattern, text, plain) => {
    expect(readNumber(text, format(pattern), 'en')).toBe(plain);
  });

  it('can be typed again as it is offered for editing, in every pattern and language', () => {
    for (const pattern of [
      '1234.56',
      '1234,56',
      '1,234.56',
      '1.234,56',
      '1 234,56',
      "1'234.56",
      'locale',
    ] as const)
      for (const language of LANGUAGES)
        for (const plain of ['0', '12', '-1234567.89', '1234.567', '0.5']) {
          const shape = format(pattern);
          expect(readNumber(formatEditableNumber(plain, shape, language), shape, language)).toBe(plain);
        }
  });
});
