import type { Issue } from '../../errors.ts';
import { jsonPointer } from '../../errors.ts';
import { isTickBox } from '../answer.ts';
import { factsOfType } from '../catalogue.ts';
import type { ConditionTerm } from '../details.ts';
import { valueProblem } from '../validate.ts';
import type { RuleField } from './apply-rules.ts';
import { termsOf } from './condition.ts';
import { inDependencyOrder, readRule } from './dependencies.ts';
import { parseFormula } from './parse-formula.ts';

/** Who fills in a field, and when. Nobody in particular while it isn't assigned; then order is checked on sending. */
export type Filler = { readonly id: string; readonly orderIndex: number } | null;
export type CheckedField = RuleField & { readonly filler: Filler; readonly private: boolean };

/** What is wrong with a field's rules; `path` is a JSON pointer within the field. */
export type RuleProblem = { readonly index: number; readonly path: string; readonly message: string };

/** Returns what is wrong with the conditions and formulas of an envelope's or a template's fields. */
export function ruleProblems(fields: readonly CheckedField[]): RuleProblem[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const rules = fields.map(readRule);
  const { cyclic } = inDependencyOrder(
    fields.map(({ key }) => key),
    rules,
  );
  const onCycle = new Set(cyclic);
  return fields.flatMap((field, index) =>
    [
      ...conditionIssues(field, byKey),
      ...formulaIssues(field, byKey),
      // A field that reads itself has been reported.
      ...(onCycle.has(index) && rules[index]?.keys.includes(field.key) === false
        ? [{ path: '', message: 'depends on itself through other fields' }]
        : []),
    ].map((issue) => ({ ...issue, index })),
  );
}

type ByKey = ReadonlyMap<string, CheckedField>;

function conditionIssues(field: CheckedField, byKey: ByKey): Issue[] {
  const { condition } = field;
  if (condition === null) return [];
  const list = condition.all === undefined ? 'any' : 'all';
  return termsOf(condition).flatMap((term, position) => {
    const path = jsonPointer('condition', list, position);
    const problem = referenceProblem(field, term.key, byKey);
    if (problem !== null) return [{ path: `${path}/key`, message: problem }];
    const target = byKey.get(term.key);
    return target === undefined ? [] : termIssues(term, target, path);
  });
}

function termIssues(
  { key, is, isNot, isChecked }: ConditionTerm,
  target: CheckedField,
  path: string,
): Issue[] {
  const kind = `${key} is a ${target.type} field`;
  if (isChecked !== undefined && !isTickBox(target))
    return [{ path: `${path}/isChecked`, message: `needs a checkbox, and ${kind}` }];
  const operand = is ?? isNot;
  if (operand === undefined) return [];
  const operandPath = `${path}/${is === undefined ? 'isNot' : 'is'}`;
  if (operand.trim() === '') return [{ path: operandPath, message: "can't be empty: use isFilled" }];
  const { answer } = factsOfType(target.type);
  if (answer === 'mark' || answer === 'file')
    return [{ path: operandPath, message: `can't be compared: ${kind}` }];
  const problem = valueProblem(target, operand);
  return problem === null ? [] : [{ path: operandPath, message: problem }];
}

function formulaIssues(field: CheckedField, byKey: ByKey): Issue[] {
  if (field.formula === null) return [];
  const path = '/formula';
  const parsed = parseFormula(field.formula);
  if ('problem' in parsed) return [{ path, message: parsed.problem }];
  return parsed.keys.flatMap((key) => {
    const problem = referenceProblem(field, key, byKey) ?? typeProblem(byKey.get(key));
    return problem === null ? [] : [{ path, message: `refers to ${key}, which ${problem}` }];
  });
}

function typeProblem(target: CheckedField | undefined): string | null {
  if (target === undefined || target.type === 'number') return null;
  return `is a ${target.type} field, not a number`;
}

function referenceProblem(field: CheckedField, key: string, byKey: ByKey): string | null {
  const target = byKey.get(key);
  if (target === undefined) return 'is not the key of another field';
  if (target === field) return "is this field's own key";
  if (field.filler === null || target.filler === null || field.filler.id === target.filler.id) return null;
  if (target.filler.orderIndex >= field.filler.orderIndex)
    return "belongs to someone who doesn't sign before this field's signer";
  return target.private ? 'is hidden from this signer, because it is private' : null;
}
