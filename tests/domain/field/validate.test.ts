import { describe, expect, it } from 'vitest';
import { FIELD_TYPES, type FieldType } from '#domain/field/catalogue.ts';
import { explainValueProblem as problemWith } from '#domain/field/value/problem.ts';
import { isFilled } from '#domain/field/validate.ts';
import { matchesPattern } from '#wire/pattern.ts';
import { isMailAddress } from '#domain/mail-address.ts';

const explainValueProblem = (rule: Parameters<typeof problemWith>[0], value: string) =>
  problemWith(rule, value, matchesPattern);

const OPTIONS = ['one', 'two'];
const LONG = 'x'.repeat(4001);

/** Valid and invalid values for each type. */
const VALUES: { readonly [T in FieldType]: { good: readonly string[]; bad: readonly string[] } } = {
  signature: { good: ['true', 'false'], bad: ['yes', 'Alice'] },
  initials: { good: ['true', 'false'], bad: ['AB'] },
  stamp: { good: ['true', 'false'], bad: ['uploaded'] },
  date: {
    good: ['2027-02-28', '2028-02-29', '0001-01-01', '9999-12-31'],
    bad: [
      '2027-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-1-1',
      '01.02.2027',
      '2027-02-28T00:00',
      ' 2027-02-28',
      '0000-01-01',
      'today',
    ],
  },
  name: { good: ['Ada', 'Ångström 鮑勃', LONG.slice(1)], bad: [LONG] },
  email: {
    good: ['a@example.com', 'a.b+c@sub.example.co.uk', 'ü@exämple.de', "o'hara@example.com", 'a@intranet'],
    bad: [
      'a',
      'a@',
      'a@b.',
      'a@-b.example',
      '@example.com',
      'a..b@example.com',
      'a@@example.com',
      'a b@example.com',
      'a@example.com, b@example.com',
      'a\u202e@example.com',
      `${'x'.repeat(250)}@example.com`,
    ],
  },
  company: { good: ['Acme & Söhne'], bad: [LONG] },
  title: { good: ['Director'], bad: [LONG] },
  text: { good: ['any\nthing', '<b>'], bad: [LONG] },
  number: {
    good: [
      '0',
      '-1',
      '+1',
      '007',
      '1.5',
      '1,5',
      '1,234.50',
      '1.234,50',
      "1'234",
      '1 234 567',
      '12345678901234567890',
      ' 5 ',
    ],
    bad: ['one', '1e5', '1..2', '1,2345,6', '--1', '0x10', '5 %', '1 2', '-', '∞'],
  },
  checkbox: { good: ['true', 'false'], bad: ['True', '1', 'on', 'yes'] },
  radio: { good: ['one', 'two'], bad: ['three', 'true', 'One'] },
  dropdown: { good: ['one', 'two'], bad: ['three', ' one', 'false'] },
  choices: { good: ['one', 'one\ntwo', 'two\none'], bad: ['three', 'one\none', 'one, two', 'one\n'] },
  note: { good: ['any\nthing'], bad: [LONG] },
  strikethrough: { good: ['true'], bad: ['yes'] },
  phone: {
    good: ['+46 40 12 34 56', '(040) 123-456', '0800/123.456', '12345'],
    bad: ['1234', '+', '040 CALL ME', '+46+40', '1'.repeat(40)],
  },
  attachment: { good: ['card.pdf (sha256 ab)', LONG], bad: [] },
};

describe.each(FIELD_TYPES)('a value of a %s field', (type) => {
  const rule = { type, options: ['radio', 'dropdown', 'choices'].includes(type) ? OPTIONS : null };

  it('may be empty: nothing was filled in', () => {
    expect(explainValueProblem(rule, '')).toBeNull();
  });

  it.each(VALUES[type].good.map((value) => [value]))('fits: %j', (value) => {
    expect(explainValueProblem(rule, value)).toBeNull();
  });

  it.each(VALUES[type].bad.map((value) => [value]))('does not fit: %j', (value) => {
    expect(explainValueProblem(rule, value)).toMatch(/^must /);
  });
});

describe('choices', () => {
  it('of a radio button without options are a tick', () => {
    for (const options of [null, []]) {
      expect(explainValueProblem({ type: 'radio', options }, 'true')).toBeNull();
      expect(explainValueProblem({ type: 'radio', options }, 'one')).toBe('must be true or false');
    }
  });

  it('of a dropdown without options are none', () => {
    expect(explainValueProblem({ type: 'dropdown', options: null }, 'one')).toBe(
      'must be one of the options',
    );
  });
});

describe('filled in', () => {
  it.each<[FieldType, string | null, boolean]>([
    ['text', null, false],
    ['text', '', false],
    ['text', ' \n', false],
    ['text', '0', true],
    ['text', 'false', true],
    ['checkbox', 'false', false],
    ['checkbox', 'true', true],
    ['radio', 'false', false],
    ['radio', 'one', true],
    ['dropdown', 'false', true],
  ])('a %s field with %j: %s', (type, value, filled) => {
    expect(isFilled({ type, options: null }, value)).toBe(filled);
  });

  it('accepts the option “false” as an answer', () => {
    expect(isFilled({ type: 'radio', options: ['true', 'false'] }, 'false')).toBe(true);
  });
});

describe('an email address', () => {
  it('holds no character that cannot be seen, and none that ends a header', () => {
    for (const hidden of ['\u0001', '\u200b', '\u202e', '\u2066', '\ufeff', '\r\n', '\t', '\u0000', '\ue000'])
      expect(isMailAddress(`a${hidden}b@example.com`), JSON.stringify(hidden)).toBe(false);
    expect(isMailAddress('ada@example.com')).toBe(true);
  });
});
