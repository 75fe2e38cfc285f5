import { getTickedValue, isTickBox, splitChoices } from '../answer.ts';
import { getFieldTypeFacts, type FieldType } from '../catalogue.ts';
import type { ConditionTerm, FieldCondition } from '../details.ts';
import { isFilled } from '../validate.ts';
import { isSameNumber } from './fraction.ts';

/** What a test has to know about the field that it reads. A hidden or unknown field reads as empty. */
export type TestedField = {
  readonly type: FieldType;
  readonly options: readonly string[] | null;
  readonly group?: string | null | undefined;
  readonly value: string | null;
};

/** Returns the tests of a condition, of which either all or any must pass. */
export function getConditionTerms({ all, any }: FieldCondition): readonly ConditionTerm[] {
  return all ?? any ?? [];
}

/** Checks whether a condition holds. */
export function evaluateCondition(
  condition: FieldCondition,
  fieldOf: (key: string) => TestedField | undefined,
): boolean {
  const isMet = (term: ConditionTerm) => evaluateTerm(term, fieldOf(term.key));
  return condition.all === undefined ? getConditionTerms(condition).some(isMet) : condition.all.every(isMet);
}

function evaluateTerm(term: ConditionTerm, field: TestedField | undefined): boolean {
  if (term.is !== undefined) return isValue(field, term.is);
  if (term.isNot !== undefined) return !isValue(field, term.isNot);
  const filled = field !== undefined && isFilled(field, field.value);
  if (term.isFilled !== undefined) return filled === term.isFilled;
  return (filled && isTickBox(field)) === term.isChecked;
}

/**
 * Checks whether a field has the expected value. Boxes are compared as `true` or `false`, numbers by their
 * value, and everything else by its text. One of several choices has to be among them.
 */
function isValue(field: TestedField | undefined, expected: string): boolean {
  if (field !== undefined && isTickBox(field)) {
    const isTicked = isFilled(field, field.value);
    return String(isTicked) === expected || (isTicked && getTickedValue(field) === expected);
  }
  if (field !== undefined && getFieldTypeFacts(field.type).value === 'options')
    return splitChoices(field.value ?? '').includes(expected);
  const value = (field?.value ?? '').trim();
  return value === expected.trim() || (field?.type === 'number' && isSameNumber(value, expected));
}
