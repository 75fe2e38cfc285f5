import { toJsonPointer } from '../../errors.ts';
import { isAnnotation, isTickBox } from '../answer.ts';
import { getFieldTypeFacts } from '../catalogue.ts';
import type { ConditionTerm } from '../details.ts';
import { findFormProblem } from '../validate.ts';
import type { RuleField } from './apply-rules.ts';
import { getConditionTerms } from './condition.ts';
import { sortByDependencies, readRule } from './dependencies.ts';
import { parseFormula } from './parse-formula.ts';

/**
 * The person who fills in a field, and when. Null while the field isn't assigned to anyone, in which case the
 * order is checked when the envelope is sent.
 */
type Filler = { readonly id: string; readonly orderIndex: number } | null;
export type CheckedField = RuleField & { readonly filler: Filler; readonly private: boolean };

/**
 * What is wrong with a rule: the field that it reads, the order, the type of that field, a circular
 * dependency, or the rule's text.
 */
export type RuleProblemKind = 'unknown' | 'order' | 'private' | 'type' | 'cycle' | 'syntax';
/** A problem with one of a field's rules. `path` is a JSON pointer within the field. */
type Finding = { readonly kind: RuleProblemKind; readonly path: string; readonly message: string };
export type RuleProblem = Finding & { readonly index: number };

/** Returns what is wrong with the conditions and formulas of an envelope's or template's fields. */
export function checkRules(fields: readonly CheckedField[]): RuleProblem[] {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const rules = fields.map(readRule);
  const { cyclic } = sortByDependencies(
    fields.map(({ key }) => key),
    rules,
  );
  const onCycle = new Set(cyclic);
  return fields.flatMap((field, index) =>
    [
      ...checkCondition(field, byKey),
      ...checkFormula(field, byKey),
      // A field that reads itself has already been reported.
      ...(onCycle.has(index) && rules[index]?.keys.includes(field.key) === false
        ? [createFinding('cycle', '', 'depends on itself through other fields')]
        : []),
    ].map((issue) => ({ ...issue, index })),
  );
}

type ByKey = ReadonlyMap<string, CheckedField>;

function checkCondition(field: CheckedField, byKey: ByKey): Finding[] {
  const { condition } = field;
  if (condition === null) return [];
  const list = condition.all === undefined ? 'any' : 'all';
  return getConditionTerms(condition).flatMap((term, position) => {
    const path = toJsonPointer('condition', list, position);
    const target = byKey.get(term.key);
    const problem = checkReference(field, target, `${path}/key`);
    if (problem !== null) return [problem];
    return target === undefined ? [] : checkTerm(term, target, path);
  });
}

function checkTerm(
  { key, is, isNot, isChecked }: ConditionTerm,
  target: CheckedField,
  path: string,
): Finding[] {
  const about = `${key} is a ${target.type} field`;
  if (isChecked !== undefined && !isTickBox(target))
    return [createFinding('type', `${path}/isChecked`, `needs a checkbox, and ${about}`)];
  const operand = is ?? isNot;
  if (operand === undefined) return [];
  const operandPath = `${path}/${is === undefined ? 'isNot' : 'is'}`;
  if (operand.trim() === '') return [createFinding('type', operandPath, "can't be empty: use isFilled")];
  const { answer, value } = getFieldTypeFacts(target.type);
  if (answer === 'mark' || answer === 'file')
    return [createFinding('type', operandPath, `can't be compared: ${about}`)];
  // Of several choices, a condition names one.
  if (value === 'options' && operand.includes('\n'))
    return [createFinding('type', operandPath, `must be one of the options: ${about}`)];
  const problem = findFormProblem(target, operand);
  return problem === null ? [] : [createFinding('type', operandPath, problem)];
}

function checkFormula(field: CheckedField, byKey: ByKey): Finding[] {
  if (field.formula === null) return [];
  const path = '/formula';
  const parsed = parseFormula(field.formula);
  if ('problem' in parsed) return [createFinding('syntax', path, parsed.problem)];
  return parsed.keys.flatMap((key) => {
    const target = byKey.get(key);
    const problem = checkReference(field, target, path) ?? findNumberProblem(target, path);
    return problem === null ? [] : [{ ...problem, message: `refers to ${key}, which ${problem.message}` }];
  });
}

function findNumberProblem(target: CheckedField | undefined, path: string): Finding | null {
  if (target === undefined || target.type === 'number') return null;
  return createFinding('type', path, `is a ${target.type} field, not a number`);
}

function checkReference(field: CheckedField, target: CheckedField | undefined, path: string): Finding | null {
  if (target === undefined) return createFinding('unknown', path, 'is not the key of another field');
  if (target === field) return createFinding('cycle', path, "is this field's own key");
  if (isAnnotation(target))
    return createFinding('type', path, `is a ${target.type} field, which nobody answers`);
  if (field.filler === null || target.filler === null || field.filler.id === target.filler.id) return null;
  if (target.filler.orderIndex >= field.filler.orderIndex)
    return createFinding('order', path, "belongs to someone who doesn't sign before this field's signer");
  return target.private
    ? createFinding('private', path, 'is hidden from this signer, because it is private')
    : null;
}

function createFinding(kind: RuleProblemKind, path: string, message: string): Finding {
  return { kind, path, message };
}
