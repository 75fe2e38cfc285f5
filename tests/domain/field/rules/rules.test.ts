import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepareRules, type RuleField } from '#domain/field/rules/apply-rules.ts';
import { checkRules, type CheckedField } from '#domain/field/rules/check-rules.ts';
import type { ConditionTerm, FieldCondition } from '#domain/field/details.ts';

type Given = Partial<CheckedField> & { readonly key: string };
const field = (given: Given): CheckedField => ({
  type: 'text',
  options: null,
  condition: null,
  formula: null,
  filler: { id: 'alice', orderIndex: 0 },
  private: false,
  ...given,
});
const ruleIssues = (fields: readonly CheckedField[]) =>
  checkRules(fields).map(({ index, path, message }) => ({ path: `/fields/${index}${path}`, message }));
const when = (...all: ConditionTerm[]): FieldCondition => ({ all });
/**
 * Describes the fields after the rules were applied: `key: value`, or `key: -` for a shown field without a
 * value. Hidden fields are left out.
 */
const shown = (fields: readonly Given[], values: Readonly<Record<string, string>>) => {
  const outcomes = prepareRules(fields.map(field))(({ key }) => values[key] ?? null);
  return [...outcomes]
    .filter(([, { isShown }]) => isShown)
    .map(([{ key }, { value }]) => `${key}: ${value ?? '-'}`)
    .sort();
};
const shows = (test: ConditionTerm, given: Given, value: string | null) =>
  shown(
    [given, { key: 'asked', condition: when(test) }],
    value === null ? {} : { [given.key]: value },
  ).includes('asked: -');

describe('a condition', () => {
  const country = { key: 'country', type: 'dropdown', options: ['DE', 'US'] } as const;
  const box = { key: 'box', type: 'checkbox' } as const;
  const amount = { key: 'amount', type: 'number' } as const;

  it.each<[ConditionTerm, Given, string | null, boolean]>([
    [{ key: 'country', is: 'DE' }, country, 'DE', true],
    [{ key: 'country', is: 'DE' }, country, 'US', false],
    [{ key: 'country', is: 'DE' }, country, null, false],
    [{ key: 'country', isNot: 'DE' }, country, 'US', true],
    [{ key: 'country', isNot: 'DE' }, country, null, true],
    [{ key: 'country', isFilled: true }, country, 'US', true],
    [{ key: 'country', isFilled: true }, country, null, false],
    [{ key: 'country', isFilled: false }, country, null, true],
    [{ key: 'box', isChecked: true }, box, 'true', true],
    [{ key: 'box', isChecked: true }, box, 'false', false],
    [{ key: 'box', isChecked: false }, box, null, true],
    [{ key: 'box', is: 'false' }, box, null, true],
    [{ key: 'box', isFilled: true }, box, 'false', false],
    [{ key: 'amount', is: '1000' }, amount, '1,000.00', true],
    [{ key: 'amount', is: '0.5' }, amount, '0,50', true],
    [{ key: 'amount', is: '0.5' }, amount, 'half', false],
    [{ key: 'name', is: ' Ada ' }, { key: 'name' }, 'Ada', true],
    [{ key: 'name', isFilled: true }, { key: 'name' }, '   ', false],
  ])('%j of %j with %j: %j', (test, given, value, expected) => {
    expect(shows(test, given, value)).toBe(expected);
  });

  it('asks for all or any of its tests', () => {
    const tests: ConditionTerm[] = [
      { key: 'a', isFilled: true },
      { key: 'b', isFilled: true },
    ];
    const fields = [
      { key: 'a' },
      { key: 'b' },
      { key: 'both', condition: { all: tests } },
      { key: 'either', condition: { any: tests } },
    ];
    expect(shown(fields, {})).toEqual(['a: -', 'b: -']);
    expect(shown(fields, { a: '1' })).toEqual(['a: 1', 'b: -', 'either: -']);
    expect(shown(fields, { a: '1', b: '2' })).toEqual(['a: 1', 'b: 2', 'both: -', 'either: -']);
  });
});

describe('a hidden field', () => {
  const chain = [
    { key: 'last', condition: when({ key: 'middle', isFilled: true }) },
    { key: 'middle', condition: when({ key: 'first', isFilled: true }) },
    { key: 'first' },
  ];

  it('reads as empty, so what depends on it is hidden with it', () => {
    expect(shown(chain, { first: 'x', middle: 'y', last: 'z' })).toEqual([
      'first: x',
      'last: z',
      'middle: y',
    ]);
    expect(shown(chain, { middle: 'y', last: 'z' })).toEqual(['first: -']);
  });

  it('counts as 0 in a formula, and a hidden formula has no value', () => {
    const fields = [
      { key: 'price', type: 'number' as const },
      { key: 'extra', type: 'number' as const, condition: when({ key: 'wants', isChecked: true }) },
      { key: 'wants', type: 'checkbox' as const },
      { key: 'total', type: 'number' as const, formula: 'price + extra' },
      {
        key: 'double',
        type: 'number' as const,
        formula: 'total * 2',
        condition: when({ key: 'total', isNot: '5' }),
      },
    ];
    expect(shown(fields, { price: '5', extra: '3', total: '999' })).toEqual([
      'price: 5',
      'total: 5',
      'wants: -',
    ]);
    expect(shown(fields, { price: '1.234,50', extra: '3', wants: 'true' })).toEqual([
      'double: 2475',
      'extra: 3',
      'price: 1.234,50',
      'total: 1237.5',
      'wants: true',
    ]);
  });

  it('is decided in order however long the chain is', () => {
    const size = 5000;
    const fields = Array.from({ length: size }, (_, index) => ({
      key: `f${index}`,
      condition: index === 0 ? null : when({ key: `f${index - 1}`, isFilled: true }),
    })).reverse();
    const all = Object.fromEntries(fields.map(({ key }) => [key, 'x']));
    const started = performance.now();
    expect(shown(fields, all)).toHaveLength(size);
    expect(shown(fields, { ...all, f10: '' })).toHaveLength(11);
    expect(ruleIssues(fields.map(field))).toEqual([]);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});

describe('the checks', () => {
  const issues = (...fields: Given[]) =>
    ruleIssues(fields.map(field)).map(({ path, message }) => `${path} ${message}`);
  const number = (key: string, formula: string | null = null) => ({ key, type: 'number' as const, formula });
  const bob = { id: 'bob', orderIndex: 1 };

  it('find nothing wrong with rules over earlier and own fields', () => {
    expect(
      issues(
        number('a'),
        { key: 'b', condition: when({ key: 'a', is: '5' }), filler: bob },
        { ...number('c', 'a * 2'), filler: bob },
        { ...number('d', 'c + a'), condition: when({ key: 'c', isFilled: true }), filler: bob },
      ),
    ).toEqual([]);
  });

  it('refuse unknown and own keys', () => {
    expect(
      issues(
        {
          key: 'a',
          condition: {
            any: [
              { key: 'a', isFilled: true },
              { key: 'toString', isFilled: true },
            ],
          },
        },
        number('b', 'b + __proto__'),
      ),
    ).toEqual([
      "/fields/0/condition/any/0/key is this field's own key",
      '/fields/0/condition/any/1/key is not the key of another field',
      "/fields/1/formula refers to b, which is this field's own key",
      '/fields/1/formula refers to __proto__, which is not the key of another field',
    ]);
  });

  it('refuse a cycle of conditions and formulas together, and only its members', () => {
    expect(
      issues(
        number('start', 'a'),
        { ...number('a', 'b'), condition: null },
        { ...number('b'), condition: when({ key: 'c', isFilled: true }) },
        number('c', 'a * 2'),
        { key: 'd', condition: when({ key: 'a', isFilled: true }) },
      ),
    ).toEqual([
      '/fields/1 depends on itself through other fields',
      '/fields/2 depends on itself through other fields',
      '/fields/3 depends on itself through other fields',
    ]);
  });

  it.each([
    [{ id: 'bob', orderIndex: 1 }, { id: 'alice', orderIndex: 0 }, []],
    [{ id: 'alice', orderIndex: 0 }, { id: 'alice', orderIndex: 0 }, []],
    [{ id: 'alice', orderIndex: 0 }, { id: 'bob', orderIndex: 0 }, ['/fields/1/condition/all/0/key']],
    [{ id: 'alice', orderIndex: 0 }, { id: 'bob', orderIndex: 1 }, ['/fields/1/condition/all/0/key']],
    [{ id: 'alice', orderIndex: 0 }, null, []],
    [null, { id: 'bob', orderIndex: 1 }, []],
  ])('a field of %j that depends on one of %j: %j', (filler, other, paths) => {
    const fields = [
      field({ key: 'a', filler: other }),
      field({ key: 'b', filler, condition: when({ key: 'a', isFilled: true }) }),
    ];
    expect(ruleIssues(fields).map(({ path }) => path)).toEqual(paths);
  });

  it("refuse another signer's private field, and allow one's own", () => {
    const salary = { ...number('salary'), private: true };
    expect(issues(salary, { ...number('rate', 'salary / 12'), filler: bob })).toEqual([
      '/fields/1/formula refers to salary, which is hidden from this signer, because it is private',
    ]);
    expect(issues(salary, number('rate', 'salary / 12'))).toEqual([]);
  });

  it('refuse tests and formulas that do not fit the types', () => {
    const country = { key: 'country', type: 'dropdown', options: ['DE', 'US'] } as const;
    const mark = { key: 'mark', type: 'signature' } as const;
    expect(
      issues(
        country,
        mark,
        number('n'),
        { key: 'a', condition: when({ key: 'country', isChecked: true }) },
        { key: 'b', condition: when({ key: 'country', is: 'FR' }) },
        { key: 'c', condition: when({ key: 'mark', isNot: 'Ada' }) },
        { key: 'd', condition: when({ key: 'n', is: 'many' }) },
        { key: 'e', condition: when({ key: 'mark', isFilled: true }, { key: 'n', isNot: '1,5' }) },
        number('f', 'country + 1'),
        { key: 'g', condition: when({ key: 'n', isNot: ' ' }) },
        number('h', 'n +'),
      ),
    ).toEqual([
      '/fields/3/condition/all/0/isChecked needs a checkbox, and country is a dropdown field',
      '/fields/4/condition/all/0/is must be one of the options',
      "/fields/5/condition/all/0/isNot can't be compared: mark is a signature field",
      '/fields/6/condition/all/0/is must be a number',
      '/fields/8/formula refers to country, which is a dropdown field, not a number',
      "/fields/9/condition/all/0/isNot can't be empty: use isFilled",
      '/fields/10/formula is incomplete',
    ]);
  });
});

describe('any set of rules that passes the checks', () => {
  const size = 8;
  const test = fc.record({ key: fc.nat(size - 1).map((n) => `f${n}`), isFilled: fc.boolean() });
  const condition = fc.option(fc.array(test, { minLength: 1, maxLength: 3 }), { freq: 2 });
  const rules = fc.array(condition, { minLength: size, maxLength: size });
  const values = fc.array(fc.boolean(), { minLength: size, maxLength: size });

  it('is decided the same in every order of the fields, and consistently', () => {
    fc.assert(
      fc.property(rules, values, fc.boolean(), fc.infiniteStream(fc.nat()), (lists, filled, any, places) => {
        const fields = lists.map((tests, index) =>
          field({
            key: `f${index}`,
            condition: tests === null ? null : any ? { any: tests } : { all: tests },
          }),
        );
        if (ruleIssues(fields).length > 0) return;
        const given = (one: RuleField) => (filled[Number(one.key.slice(1))] === true ? 'x' : null);
        const outcomes = prepareRules(fields)(given);
        const shuffled = fields
          .map((one) => ({ one, place: places.next().value ?? 0 }))
          .sort((left, right) => left.place - right.place)
          .map(({ one }) => one);
        expect(new Map(prepareRules(shuffled)(given))).toEqual(new Map(outcomes));
        expect(outcomes.size).toBe(size);
        for (const [one, { isShown, value }] of outcomes) {
          const passes = ({ key, isFilled }: { key: string; isFilled: boolean }) =>
            (outcomes.get(fields[Number(key.slice(1))] ?? one)?.value !== null) === isFilled;
          const tests = lists[Number(one.key.slice(1))] ?? null;
          expect(isShown).toBe(tests === null || (any ? tests.some(passes) : tests.every(passes)));
          expect(value).toBe(isShown ? given(one) : null);
        }
      }),
      { numRuns: 1500 },
    );
  });
});
