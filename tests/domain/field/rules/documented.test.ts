import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sign } from '#domain/envelope/sign.ts';
import type { FieldInput } from '#domain/envelope/fields.ts';
import { evaluateFormula } from '#domain/field/rules/evaluate-formula.ts';
import { parseFormula } from '#domain/field/rules/parse-formula.ts';
import { LIMITS } from '#domain/limits.ts';
import { after, BOX, factsAt, graphForAlice, submission } from '../../../support/graphs.ts';

const page = readFileSync(new URL('../../../../docs/field-rules.md', import.meta.url), 'utf8');
const formulas = [...page.matchAll(/^\| `([^`]+)` +\| (?:`([\d.-]+)`|none) +\|$/gm)].map(
  ([, formula = '', result]) => [formula, result ?? null] as const,
);

describe('docs/field-rules.md', () => {
  it.each(formulas)('says truly that %s gives %j', (formula, result) => {
    const parsed = parseFormula(formula);
    if ('problem' in parsed) throw new Error(parsed.problem);
    expect(evaluateFormula(parsed.formula, (key) => ({ a: '10', b: '4' })[key] ?? null)).toBe(result);
  });

  it('has an example that can be sent and signed', () => {
    const example = JSON.parse(/^```json\n([\s\S]+?)^```/m.exec(page)?.[1] ?? '') as Partial<FieldInput>[];
    const graph = graphForAlice(example.map((one) => ({ ...BOX, ...one })));
    const values = { ships: 'false', price: '9.99', quantity: '3', approval: 'yes' };
    const submitted = Object.entries(values).map(([key, value]) => ({
      fieldId: graph.fields.find((one) => one.key === key)?.id ?? '',
      value,
    }));
    const decision = sign(
      graph,
      graph.participants[0]?.id ?? '',
      submission({ values: submitted, marks: {} }),
      factsAt(),
    );
    expect(after(graph, decision).fields.map(({ key, value }) => [key, value])).toEqual([
      ['ships', 'false'],
      ['street', null],
      ['price', '9.99'],
      ['quantity', '3'],
      ['total', '35.66'],
      ['approval', 'yes'],
    ]);
  });

  it('names the limits that hold', () => {
    expect(formulas.length).toBeGreaterThan(10);
    const { formulaMaxChars, formulaTermsMax, formulaDepthMax, conditionTermsMax } = LIMITS;
    const prose = page.replaceAll('\n', ' ');
    expect(prose).toContain(
      `at most ${formulaMaxChars} characters, ${formulaTermsMax} numbers and keys, and`,
    );
    expect(prose).toContain(`${formulaDepthMax} levels of nesting`);
    expect(prose).toContain(`up to ${conditionTermsMax} tests`);
  });
});
