import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateFormula } from '#domain/field/rules/evaluate-formula.ts';
import { parseFormula } from '#domain/field/rules/parse-formula.ts';
import { LIMITS } from '#domain/limits.ts';

type Values = Readonly<Record<string, string>>;
const parsed = (text: string) => {
  const result = parseFormula(text);
  if ('problem' in result) throw new Error(`${text} ${result.problem}`);
  return result;
};
const result = (text: string, values: Values = {}) =>
  evaluateFormula(parsed(text).formula, (key) => (Object.hasOwn(values, key) ? (values[key] ?? null) : null));
const problem = (text: string) => {
  const outcome = parseFormula(text);
  return 'problem' in outcome ? outcome.problem : null;
};

describe('a formula', () => {
  it.each([
    ['1 + 2 * 3', '7'],
    ['(1 + 2) * 3', '9'],
    ['10 - 4 - 3', '3'],
    ['24 / 4 / 2', '3'],
    ['2 * -3', '-6'],
    ['- - 5', '5'],
    ['-(2 + 3)', '-5'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3 * 3', '1'],
    ['1 / 3', '0.3333333333'],
    ['2 / 3', '0.6666666667'],
    ['0.5 - 0.5', '0'],
    ['round(2.5)', '3'],
    ['round(-2.5)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['round(1234.5678, 10)', '1234.5678'],
    ['sum(1, 2, 3.5)', '6.5'],
    ['min(3, -1, 2)', '-1'],
    ['max(3, -1, 2)', '3'],
    ['max(sum(1, 1), min(9, 4)) / 2', '2'],
    ['999999999999999', '999999999999999'],
    ['999999999999999 + 1', null],
    ['1 / 0', null],
    ['0 / 0', null],
    ['5 + 1 / (2 - 2)', null],
  ])('%s is %s', (text, expected) => {
    expect(result(text)).toBe(expected);
  });

  it('counts empty fields as 0, and leaves them out of min and max', () => {
    expect(result('price * quantity', { price: '19.99' })).toBe('0');
    expect(result('price + extra', { price: '19.99', extra: ' ' })).toBe('19.99');
    expect(result('min(a, b, c)', { a: '3', c: '5' })).toBe('3');
    expect(result('max(a, b)', { a: '-3' })).toBe('-3');
    expect(result('min(a, b)')).toBe('0');
    expect(result('a / b', { a: '1' })).toBeNull();
  });

  it('has no result for a value that is no number or has too many digits', () => {
    expect(result('a + 1', { a: 'twelve' })).toBeNull();
    expect(result('a + 1', { a: '1e9' })).toBeNull();
    expect(result('a * 0', { a: '9'.repeat(16) })).toBeNull();
    expect(result('a * 0', { a: '9'.repeat(1_000_000) })).toBeNull();
  });

  it('lists its keys, which may use any script and the names of functions', () => {
    expect(parsed('цена * round + 2nd_rate + sum(sum)').keys).toEqual(['цена', 'round', '2nd_rate', 'sum']);
  });

  it.each([
    ['', 'is incomplete'],
    ['1 +', 'is incomplete'],
    ['(1', 'is incomplete'],
    ['1 2', 'has an unexpected 2'],
    ['1)', 'has an unexpected )'],
    ['* 2', 'has an unexpected *'],
    ['a.b', 'has an unexpected .'],
    ['1.', 'has an unexpected .'],
    ['.5', 'has an unexpected .'],
    ['2 ^ 3', 'has an unexpected ^'],
    ['"text"', 'has an unexpected "'],
    ['😀', 'has an unexpected 😀'],
    ['round(1, 11)', 'must round to a number of digits from 0 to 10'],
    ['round(1, a)', 'must round to a number of digits from 0 to 10'],
    ['sum()', 'has an unexpected )'],
    ['alert(1)', "calls alert, which isn't one of round, sum, min, max"],
    ['constructor(1)', "calls constructor, which isn't one of round, sum, min, max"],
    ['1'.repeat(16), 'has a number with too many digits'],
  ])('%s %s', (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  it('refuses hostile sizes at once', () => {
    const started = performance.now();
    for (const text of [
      'a'.repeat(1_000_000),
      '('.repeat(10_000),
      '-'.repeat(10_000),
      `${'round('.repeat(10_000)}1${')'.repeat(10_000)}`,
      '1+'.repeat(500_000),
      ' '.repeat(1_000_000),
    ])
      expect(problem(text)).toBe(`must have at most ${LIMITS.formulaMaxChars} characters`);
    expect(problem('('.repeat(40))).toBe('must be nested at most 32 levels deep');
    expect(problem('-'.repeat(400))).toBe('must be nested at most 32 levels deep');
    expect(problem(`1${'+1'.repeat(100)}`)).toBe('must have at most 100 numbers and keys');
    expect(performance.now() - started).toBeLessThan(1000);
  });

  it('reads names of the prototype as ordinary, empty keys', () => {
    for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
      expect(result(`${key} + 1`)).toBe('1');
  });

  it('is as fast as addition even for the largest numbers', () => {
    const values = { a: '999999999999999.9999999999', b: '0.0000000003' };
    const started = performance.now();
    result(Array(50).fill('a/b').join('*'), values);
    expect(result(`${Array(50).fill('a').join('*')}/${Array(50).fill('b').join('/')}`, values)).toBeNull();
    expect(performance.now() - started).toBeLessThan(500);
  });
});

/** Generates a random formula, and the same formula in JavaScript for comparison. */
const tree: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.integer({ min: 0, max: 99 }).map(String),
    fc.constantFrom('a', 'b'),
    fc
      .tuple(tie('tree'), fc.constantFrom(' + ', ' - ', ' * '), tie('tree'))
      .map(([one, operator, other]) => `(${one}${operator}${other})`),
    tie('tree').map((one) => `-${one}`),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((list) => `sum(${list.join(', ')})`),
  ),
})).tree;

describe('any formula', () => {
  it('over whole numbers gives what JavaScript gives', () => {
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }), (text, a, b) => {
        if (text.length > LIMITS.formulaMaxChars || problem(text) !== null) return;
        const sum = (...numbers: number[]) => numbers.reduce((left, right) => left + right, 0);
        const spaced = text.replaceAll('--', '- -').replaceAll('--', '- -');
        const expected = new Function('a', 'b', 'sum', `return ${spaced}`)(a, b, sum) as number;
        if (Math.abs(expected) >= 1e15) return;
        expect(result(text, { a: String(a), b: String(b) })).toBe(String(expected === 0 ? 0 : expected));
      }),
      { numRuns: 1000 },
    );
  });

  it('over decimals has no binary noise', () => {
    const cents = fc.integer({ min: -1_000_000, max: 1_000_000 });
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const text = (value: number) => (value / 100).toFixed(2);
        const total = result('a + b', { a: text(one), b: text(other) });
        expect(total).toBe(String(Number(text(one + other))));
      }),
    );
  });

  it('gives a plain decimal number or nothing, and never throws', () => {
    const piece = fc.constantFrom(
      'a',
      '1',
      '0',
      '2.5',
      '+',
      '-',
      '*',
      '/',
      '(',
      ')',
      ',',
      'min(',
      'round(',
      ' ',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.array(piece).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, fc.string({ unit: 'binary' }), (formula, value) => {
        const outcome = parseFormula(formula);
        if ('problem' in outcome) return;
        const computed = evaluateFormula(outcome.formula, () => value);
        expect(computed ?? '0').toMatch(/^-?\d{1,15}(\.\d{0,9}[1-9])?$/);
      }),
      { numRuns: 3000 },
    );
  });
});
