import { toAttachmentValue } from '../field/attachment.ts';
import type { Issue } from '../errors.ts';
import { isGrouped, isMark } from '../field/answer.ts';
import { getFieldTypeFacts, type AutoSource } from '../field/catalogue.ts';
import { getInitialValue } from '../field/details.ts';
import { toStoredValue, explainValueProblem } from '../field/value/problem.ts';
import { prepareRules, type Outcome } from '../field/rules/apply-rules.ts';
import { isSameNumber } from '../field/rules/fraction.ts';
import { isFilled } from '../field/validate.ts';
import type { FieldAttachment } from '../decision.ts';
import type { Facts } from './facts.ts';
import type { EnvelopeField, MarkPurpose, SignatureMark } from './graph.ts';

export type SubmittedValue = { readonly fieldId: string; readonly value: string };
export type AnswerInput = {
  readonly values: readonly SubmittedValue[];
  readonly marks: Readonly<Partial<Record<MarkPurpose, SignatureMark>>>;
  /**
   * The files of attachment fields, which are already stored. The value of such a field is the names and hashes
   * of its files.
   */
  readonly attachments: readonly FieldAttachment[];
};
export type Answers = {
  /** The values to store, by field. Empty fields have no entry. */
  readonly values: ReadonlyMap<string, string>;
  readonly issues: Issue[];
};
type Resolved = readonly {
  readonly fieldId: string;
  readonly autoSource: AutoSource;
  readonly value: string;
}[];

/**
 * Fields whose values are final, because their participants are done. Rules read these values but no longer
 * change them.
 */
export type AnsweredFields = {
  readonly own: readonly EnvelopeField[];
  readonly others: readonly EnvelopeField[];
};

/**
 * Returns the final value of each of a signer's fields and everything that is wrong with the submission.
 * Automatic values take precedence over locked, submitted, and prefilled ones, in this order. Conditions and
 * formulas are evaluated here, whatever the signer's page showed. A hidden field is never missing, and any
 * value sent for it is dropped. The result of a formula is always computed.
 */
export function resolveAnswers(
  { own, others }: AnsweredFields,
  resolved: Resolved,
  input: AnswerInput,
  { matches }: Pick<Facts, 'matches'>,
): Answers {
  const issues: Issue[] = [];
  const submitted = readSubmission(own, input.values, issues);
  const machine = new Map(resolved.map(({ fieldId, value }) => [fieldId, value]));
  const files = Map.groupBy(input.attachments, ({ fieldId }) => fieldId);
  const getFixedValue = (field: EnvelopeField) =>
    machine.get(field.id) ?? (field.locked ? (field.prefillValue ?? '') : undefined);
  const readFiles = ({ id }: EnvelopeField) => {
    const attached = files.get(id);
    return attached === undefined ? null : toAttachmentValue(attached);
  };
  const getEnteredValue = (field: EnvelopeField) => {
    const given = submitted.get(field.id)?.value;
    return isMark(field)
      ? markValue(field, given, input)
      : (readFiles(field) ?? given ?? getInitialValue(field));
  };
  const outcomes = evaluateRules(own, others, (field) => getFixedValue(field) ?? getEnteredValue(field));
  const shown = own.filter((field) => outcomes.get(field)?.isShown);
  const values = new Map<string, string>();

  for (const field of shown) {
    const given = submitted.get(field.id);
    if (field.formula !== null) {
      const result = outcomes.get(field)?.value ?? null;
      issues.push(...validateResult(field, result, given, matches));
      if (result !== null) values.set(field.id, result);
      continue;
    }
    const fixed = getFixedValue(field);
    if (fixed !== undefined) {
      if (given !== undefined && given.value !== fixed)
        issues.push(createValueIssue(given.index, `field ${field.id} can't be changed by this signer`));
      if (fixed !== '') values.set(field.id, fixed);
      continue;
    }
    const value = getEnteredValue(field);
    if (!isFilled(field, value)) {
      if (field.required && !isGrouped(field)) issues.push(createMissingIssue(field, given?.index));
      if (getFieldTypeFacts(field.type).answer === 'tick' && (field.options ?? []).length === 0)
        values.set(field.id, 'false');
      continue;
    }
    if (value === null) continue;
    const problem = isMark(field) ? null : explainValueProblem(field, value, matches);
    if (problem === null) values.set(field.id, toStoredValue(field, value));
    else
      issues.push(
        given === undefined
          ? { path: '/values', message: `field ${field.id} ${problem}` }
          : createValueIssue(given.index, `field ${field.id} ${problem}`),
      );
  }
  issues.push(...findGroupIssues(shown, values));
  return { values, issues };
}

function evaluateRules(
  own: readonly EnvelopeField[],
  others: readonly EnvelopeField[],
  valueOf: (field: EnvelopeField) => string | null,
): ReadonlyMap<EnvelopeField, Outcome> {
  const settled = new Set<EnvelopeField>(
    others.map((field) => ({ ...field, condition: null, formula: null })),
  );
  return prepareRules([...settled, ...own])((field) => (settled.has(field) ? field.value : valueOf(field)));
}

/**
 * Validates the result of a formula. If it differs from the result that was sent, and therefore shown to the
 * signer, it isn't what the signer agrees to.
 */
function validateResult(
  field: EnvelopeField,
  result: string | null,
  given: { readonly value: string; readonly index: number } | undefined,
  matches: Facts['matches'],
): Issue[] {
  const sent = given?.value ?? result ?? '';
  if (given !== undefined && sent !== (result ?? '') && !isSameNumber(sent, result ?? ''))
    return [
      createValueIssue(
        given.index,
        `field ${field.id} is calculated, and its result is ${result ?? 'empty'}`,
      ),
    ];
  const problem =
    result === null
      ? field.required
        ? "can't be calculated from these values"
        : null
      : explainValueProblem(field, result, matches);
  return problem === null ? [] : [{ path: '/values', message: `field ${field.id} ${problem}` }];
}

function readSubmission(own: readonly EnvelopeField[], values: readonly SubmittedValue[], issues: Issue[]) {
  const ids = new Set(own.map(({ id }) => id));
  const submitted = new Map<string, { value: string; index: number }>();
  values.forEach(({ fieldId, value }, index) => {
    if (!ids.has(fieldId))
      issues.push({ path: `/values/${index}/fieldId`, message: 'is not one of your fields' });
    else if (submitted.has(fieldId))
      issues.push({ path: `/values/${index}/fieldId`, message: 'is answered twice' });
    else submitted.set(fieldId, { value, index });
  });
  return submitted;
}

/**
 * Returns the signer's mark for a field. Required fields always get the mark, optional ones only if the
 * signer asked for it.
 */
function markValue(
  field: EnvelopeField & { type: MarkPurpose },
  given: string | undefined,
  input: AnswerInput,
): string | null {
  const mark = input.marks[field.type];
  if (mark === undefined || given === 'false' || (!field.required && given !== 'true')) return null;
  return mark.kind === 'typed' ? mark.text : mark.kind;
}

function findGroupIssues(own: readonly EnvelopeField[], values: ReadonlyMap<string, string>): Issue[] {
  const groups = new Map<string, EnvelopeField[]>();
  for (const field of own.filter(isGrouped)) {
    const name = `${field.type} ${field.group}`;
    groups.set(name, [...(groups.get(name) ?? []), field]);
  }
  return [...groups.values()].flatMap((members) => {
    const chosen = members.filter((field) => isFilled(field, values.get(field.id) ?? null)).length;
    const [first] = members;
    if (first === undefined) return [];
    const { group, type } = first;
    if (chosen === 0 && members.some(({ required }) => required)) {
      return [{ path: '/values', message: `group ${group} requires a choice` }];
    }
    if (chosen > 1 && getFieldTypeFacts(type).groupLimit === 'one')
      return [{ path: '/values', message: `group ${group} allows only one choice` }];
    return [];
  });
}

function createMissingIssue(field: EnvelopeField, index: number | undefined): Issue {
  const path = isMark(field) ? `/${field.type}` : index === undefined ? '/values' : `/values/${index}/value`;
  return { path, message: `field ${field.id} is required` };
}

function createValueIssue(index: number, message: string): Issue {
  return { path: `/values/${index}/value`, message };
}
