import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { validateVariables } from '#domain/variables/check-values.ts';
import { toPrintableValues, findValuesProblem, type VariableValue } from '#domain/variables/values.ts';
import { isVariableName, listVariables, mergeVariables, type Variable } from '#domain/variables/variable.ts';

const text = (name: string): Variable => ({ kind: 'text', name });
const section = (name: string, ...variables: Variable[]): Variable => ({ kind: 'section', name, variables });
const inverted = (name: string, ...variables: Variable[]): Variable => ({
  ...{ kind: 'inverted', name, variables },
});
const paths = (variables: readonly Variable[]) => listVariables(variables).map(({ path }) => path);

describe('a variable', () => {
  it.each(['client', 'client.name', 'käufer.straße_1', 'x-y', '.', 'items.0'])('can be %s', (name) => {
    expect(isVariableName(name)).toBe(true);
  });
  it.each(['Note 1', '•', '', '1st', 'a..b', '.a', 'a.', '#x', '@x', 'a"b', 'x'.repeat(101)])(
    "can't be %j",
    (name) => {
      expect(isVariableName(name)).toBe(false);
    },
  );

  it('is listed once, where its value belongs', () => {
    const rows = section('items', text('name'), text('client.name'), text('.'), text('items.count'));
    expect(
      paths([text('client.name'), rows, inverted('items', text('reason')), text('client.name')]),
    ).toEqual(['client.name', 'items', 'items[].name', 'items[]', 'items.count', 'reason']);
    expect(paths([section('a', section('b', text('c')), text('b.d'))])).toEqual([
      ...['a', 'a[].b', 'a[].b[].c', 'a[].b.d'],
    ]);
  });

  it('is merged with the same one in the same section', () => {
    expect(mergeVariables([text('a'), section('s', text('b')), text('a'), section('s', text('c'))])).toEqual([
      text('a'),
      section('s', text('b'), text('c')),
    ]);
  });
});

describe('values for variables', () => {
  const issues = (variables: Variable[], values: Readonly<Record<string, VariableValue>>) =>
    validateVariables(variables, values).map(({ path, message }) => `${path} ${message}`);

  it('are all named if they are missing', () => {
    const variables = [text('client.name'), text('client.name'), text('total'), section('items', text('x'))];
    expect(issues(variables, { client: {} })).toEqual([
      '/variables/client/name is required',
      '/variables/total is required',
      '/variables/items is required',
    ]);
    expect(issues(variables, { client: null, total: null, items: [] })).toHaveLength(2);
  });

  it('are needed only in sections that are shown, in each row', () => {
    const variables = [section('items', text('name'), text('all')), inverted('items', text('reason'))];
    expect(issues(variables, { items: [], reason: 'none' })).toEqual([]);
    expect(issues(variables, { items: false })).toEqual(['/variables/reason is required']);
    expect(issues(variables, { items: [{ name: 'a' }, { all: 1 }] })).toEqual([
      '/variables/items/0/all is required',
      '/variables/items/1/name is required',
    ]);
    expect(issues(variables, { items: [{ name: 'a' }], all: '' })).toEqual([]);
    expect(issues([section('yes', text('name'))], { yes: true })).toEqual(['/variables/name is required']);
  });

  it('are texts, numbers or true and false', () => {
    expect(issues([text('a'), text('b'), text('c')], { a: 0, b: false, c: '' })).toEqual([]);
    expect(issues([text('a'), text('b')], { a: [], b: {} })).toEqual([
      '/variables/a must be a text or a number',
      '/variables/b must be a text or a number',
    ]);
    expect(issues([section('names', text('.'))], { names: ['Ada', null, { x: 1 }] })).toEqual([
      '/variables/names/1 is required',
      '/variables/names/2 must be a text or a number',
    ]);
  });

  it("can't come from what every object has", () => {
    const names = ['constructor', '__proto__', 'toString', 'items.length', 'a.constructor.name'];
    expect(issues(names.map(text), { items: ['x'], a: {} })).toHaveLength(names.length);
  });

  it('are refused at once if their rows are too many', () => {
    const rows = Array.from({ length: 200 }, () => 'x');
    const nested = section('a', section('a', section('a', text('.'))));
    const begun = performance.now();
    expect(issues([nested], { a: rows })).toEqual([
      `/variables/a must have fewer rows: ${LIMITS.variableRowsMax} with those of all other lists`,
    ]);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});

describe('values from outside', () => {
  it('are refused in milliseconds if they are a million rows', () => {
    const items = Array.from({ length: 1_000_000 }, () => ({ name: 'x' }));
    const begun = performance.now();
    expect(findValuesProblem({ items })?.message).toBe('must have fewer than 1000000 items');
    expect(performance.now() - begun).toBeLessThan(100);
  });

  it('have limits in depth, names and characters', () => {
    const deep = { a: { a: { a: { a: { a: { a: { a: { a: {} } } } } } } } };
    expect(findValuesProblem(deep)).toMatchObject({ message: 'must not nest deeper than 8 levels' });
    expect(findValuesProblem({ a: { ['x'.repeat(101)]: 1 } })?.path).toEqual(['a']);
    expect(findValuesProblem({ 'a\u202eb': 1 })).not.toBeNull();
    expect(findValuesProblem({ a: 'x'.repeat(200_001) })).toMatchObject({
      message: 'must have at most 200000 characters',
    });
    expect(findValuesProblem({ a: [{ b: [1, true, null, 'x'] }] })).toBeNull();
  });

  it('are printable text with their line breaks', () => {
    expect(toPrintableValues({ a: ['x\u202ey\u0000', { b: 'one\r\ntwo' }], c: 1 })).toEqual({
      a: ['xy', { b: 'one\ntwo' }],
      c: 1,
    });
  });
});
