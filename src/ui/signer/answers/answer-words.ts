import { LIMITS } from '#domain/limits.ts';
import type { FieldType } from '#domain/field/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';

/** Describes what is wrong with a value. */
export function problemInWords(type: FieldType, value: string): string {
  if (type !== 'attachment' && value.length > LIMITS.valueMaxChars) {
    return m.problem_length({ count: LIMITS.valueMaxChars });
  }
  switch (type) {
    case 'date':
      return m.problem_date();
    case 'email':
      return m.problem_email();
    case 'number':
      return m.problem_number();
    case 'phone':
      return m.problem_phone();
    case 'radio':
    case 'dropdown':
      return m.problem_option();
    default:
      return m.problem_other();
  }
}

/** Asks for the answer of a required field or group that is still empty. */
export function missingAnswer(type: FieldType, isGroup: boolean): string {
  if (isGroup) return m.missing_choice();
  switch (type) {
    case 'signature':
      return m.missing_signature();
    case 'initials':
      return m.missing_initials();
    case 'checkbox':
      return m.missing_checkbox();
    case 'radio':
    case 'dropdown':
      return m.missing_choice();
    case 'attachment':
      return m.missing_attachment();
    default:
      return m.missing_other();
  }
}
