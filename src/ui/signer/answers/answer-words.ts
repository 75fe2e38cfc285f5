import { getFieldTypeFacts, type FieldType, type ValueForm } from '#domain/field/catalogue.ts';
import type { FieldDetails } from '#domain/field/details.ts';
import { displayValue } from '#domain/field/value/display.ts';
import type { ValueProblem } from '#domain/field/value/problem.ts';
import type { Language } from '#domain/language.ts';
import { m } from '#i18n/compiled/messages.js';

const PROBLEMS: Readonly<Record<ValueForm, () => string>> = {
  text: m.problem_other,
  date: m.problem_date,
  email: m.problem_email,
  number: m.problem_number,
  phone: m.problem_phone,
  tick: m.problem_other,
  option: m.problem_option,
  choice: m.problem_option,
  options: m.problem_option,
  file: m.problem_other,
};

const MISSING: Readonly<Record<FieldType, () => string>> = {
  signature: m.missing_signature,
  initials: m.missing_initials,
  stamp: m.missing_stamp,
  date: m.missing_other,
  name: m.missing_other,
  email: m.missing_other,
  company: m.missing_other,
  title: m.missing_other,
  text: m.missing_other,
  number: m.missing_other,
  checkbox: m.missing_checkbox,
  radio: m.missing_choice,
  dropdown: m.missing_choice,
  choices: m.missing_choice,
  phone: m.missing_other,
  attachment: m.missing_attachment,
  note: m.missing_other,
  strikethrough: m.missing_other,
};

type Asked = { readonly type: FieldType } & Pick<FieldDetails, 'format' | 'validation'>;

/**
 * Describes what is wrong with a value, in the sender's words if the value breaks a rule that the sender set.
 */
export function describeValueProblem(field: Asked, problem: ValueProblem, language: Language): string {
  const { validation } = field;
  const isOwnRule = problem.kind !== 'form' && problem.kind !== 'plain';
  return (isOwnRule ? validation?.message : null) ?? RULES[problem.kind](field, problem as never, language);
}

type InWords<K extends ValueProblem['kind']> = (
  field: Asked,
  problem: Extract<ValueProblem, { readonly kind: K }>,
  language: Language,
) => string;

const RULES: { readonly [K in ValueProblem['kind']]: InWords<K> } = {
  form: ({ type }) => PROBLEMS[getFieldTypeFacts(type).value](),
  plain: m.problem_number,
  pattern: m.problem_pattern,
  min: (field, { end }, language) =>
    field.type === 'date'
      ? m.problem_earliest({ date: displayValue(field, String(end), language) })
      : m.problem_smallest({ number: displayValue(field, String(end), language) }),
  max: (field, { end }, language) =>
    field.type === 'date'
      ? m.problem_latest({ date: displayValue(field, String(end), language) })
      : m.problem_largest({ number: displayValue(field, String(end), language) }),
  minLength: (_field, { count }) => m.problem_short({ count }),
  maxLength: (_field, { count }) => m.problem_length({ count }),
  decimals: (_field, { count }) => m.problem_decimals({ count }),
  minChoices: (_field, { count }) => m.problem_few({ count }),
  maxChoices: (_field, { count }) => m.problem_many({ count }),
};

/** Returns the text that asks for the answer of a required field or group that is still empty. */
export function describeMissingAnswer(type: FieldType, isGroup: boolean): string {
  return isGroup ? m.missing_choice() : MISSING[type]();
}
