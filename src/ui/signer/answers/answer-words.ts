import { LIMITS } from '#domain/limits.ts';
import { factsOfType, type FieldType, type ValueForm } from '#domain/field/catalogue.ts';
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
  file: m.problem_other,
};

const MISSING: Readonly<Record<FieldType, () => string>> = {
  signature: m.missing_signature,
  initials: m.missing_initials,
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
  phone: m.missing_other,
  attachment: m.missing_attachment,
};

/** Describes what is wrong with a value. */
export function problemInWords(type: FieldType, value: string): string {
  const form = factsOfType(type).value;
  return form !== 'file' && value.length > LIMITS.valueMaxChars
    ? m.problem_length({ count: LIMITS.valueMaxChars })
    : PROBLEMS[form]();
}

/** Asks for the answer of a required field or group that is still empty. */
export function missingAnswer(type: FieldType, isGroup: boolean): string {
  return isGroup ? m.missing_choice() : MISSING[type]();
}
