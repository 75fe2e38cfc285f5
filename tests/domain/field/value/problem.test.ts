import { describe, expect, it } from 'vitest';
import type { FieldType } from '#domain/field/catalogue.ts';
import { toFieldDetails, type FieldDetailsInput } from '#domain/field/details.ts';
import { toStoredValue, explainValueProblem } from '#domain/field/value/problem.ts';
import { matchesPattern } from '#wire/pattern.ts';

const field = (type: FieldType, details: FieldDetailsInput = {}) => ({
  ...toFieldDetails(details),
  type,
  options: null,
});
const problem = (type: FieldType, details: FieldDetailsInput, value: string) =>
  explainValueProblem(field(type, details), value, matchesPattern);

describe('a value', () => {
  it.each<[FieldType, FieldDetailsInput, string, RegExp | null]>([
    ['number', { validation: { min: 1, max: 10 } }, '1', null],
    ['number', { validation: { min: 1, max: 10 } }, '0.99', /at least 1$/],
    ['number', { validation: { min: 1, max: 10 } }, '10.01', /at most 10$/],
    ['number', { validation: { min: 0 } }, '-0', null],
    ['number', { validation: { max: 10 } }, '9'.repeat(400), /at most 10$/],
    ['number', { validation: { min: -5 } }, '1e309', /must be a number/],
    ['number', { validation: { min: 1 } }, '1,5', /plain number/],
    ['number', {}, '1,5', null],
    ['number', { format: { pattern: '1.234,56', decimals: 2 } }, '1234.56', null],
    ['number', { format: { pattern: '1.234,56', decimals: 2 } }, '1.234', /at most 2 decimals/],
    ['number', { format: { pattern: '1.234,56', decimals: 2 } }, '1.234,56', /plain number/],
    ['date', { validation: { min: '2027-01-01', max: '2027-12-31' } }, '2027-06-01', null],
    ['date', { validation: { min: '2027-01-01' } }, '2026-12-31', /at least 2027-01-01/],
    ['date', { validation: { max: '2027-12-31' } }, '2028-01-01', /at most 2027-12-31/],
    ['date', { comb: 8, format: { pattern: 'DDMMYYYY' } }, '2027-06-01', null],
    ['date', { comb: 8 }, '2027-06-01', /at most 8 characters/],
    ['text', { validation: { minLength: 2 } }, 'a', /at least 2 characters/],
    ['text', { validation: { maxLength: 2 } }, 'abc', /at most 2 characters/],
    ['text', { validation: { maxLength: 2 } }, '👩‍👩‍👧‍👦e\u0301', null],
    ['text', { comb: 2 }, '👩‍👩‍👧‍👦e\u0301', null],
    ['text', { comb: 2 }, '👩‍👩‍👧‍👦🇩🇪e\u0301', /at most 2 characters/],
    ['text', { validation: { pattern: '[A-Z]{2}\\d+' } }, 'AB12', null],
    ['text', { validation: { pattern: '[A-Z]{2}\\d+' } }, 'AB12x', /match the pattern/],
    ['text', { validation: { pattern: '[A-Z]{2}\\d+' } }, 'AB1\n2', /match the pattern/],
    ['text', { validation: { pattern: '.*' } }, 'a'.repeat(501), /at most 500 characters/],
    ['text', { validation: { pattern: 'a', minLength: 9 } }, '', null],
    ['email', { validation: { pattern: '.*@example\\.com' } }, 'ada@example.org', /match the pattern/],
  ])('of a %s field with %j: %j', (type, details, value, expected) => {
    if (expected === null) expect(problem(type, details, value)).toBeNull();
    else expect(problem(type, details, value)).toMatch(expected);
  });

  it('is stored plain only where something computes or writes the number', () => {
    expect(toStoredValue(field('number', { validation: { min: 0 } }), '-0.0')).toBe('0.0');
    expect(toStoredValue(field('number'), '007')).toBe('007');
    expect(toStoredValue(field('text'), '-0')).toBe('-0');
  });
});
