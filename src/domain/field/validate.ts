import { LIMITS } from '../limits.ts';
import { isMailAddress } from '../mail-address.ts';
import type { FieldType } from './catalogue.ts';

type AnswerRule = { readonly type: FieldType; readonly options: readonly string[] | null };

const NUMBER = /^[+-]?(\d{1,3}([ ,.'\u00a0\u202f]\d{3})*|\d+)([.,]\d+)?$/;
const PHONE = /^\+?[\d\s().\-/]{5,30}$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Says what is wrong with a value for a field, or null when it fits. Values are strings: a checkbox is
 * `true` or `false`, a date ISO `YYYY-MM-DD`. An empty value means that nothing was filled in and always fits.
 */
export function valueProblem(field: AnswerRule, value: string): string | null {
  if (value === '') return null;
  if (field.type !== 'attachment' && value.length > LIMITS.valueMaxChars)
    return `must have at most ${LIMITS.valueMaxChars} characters`;
  switch (field.type) {
    case 'checkbox':
      return isTick(value) ? null : 'must be true or false';
    case 'radio':
      return radioProblem(field.options, value);
    case 'dropdown':
      return field.options?.includes(value) ? null : 'must be one of the options';
    case 'date':
      return isCalendarDate(value) ? null : 'must be a date in the format YYYY-MM-DD';
    case 'email':
      return isMailAddress(value) ? null : 'must be a valid email address';
    case 'number':
      return NUMBER.test(value.trim()) ? null : 'must be a number';
    case 'phone':
      return PHONE.test(value.trim()) ? null : 'must be a valid phone number';
    case 'signature':
    case 'initials':
      return isTick(value) ? null : 'must be true or false';
    case 'name':
    case 'company':
    case 'title':
    case 'text':
    case 'attachment':
      return null;
    default:
      return field.type satisfies never;
  }
}

/** Whether a value counts as filled in: an unticked box is not. */
export function isFilled({ type, options }: AnswerRule, value: string | null): boolean {
  if (value === null || value.trim() === '') return false;
  const isTicked = type === 'checkbox' || (type === 'radio' && (options ?? []).length === 0);
  return !(isTicked && value === 'false');
}

function radioProblem(options: readonly string[] | null, value: string): string | null {
  if (options !== null && options.length > 0)
    return options.includes(value) ? null : 'must be one of the options';
  return isTick(value) ? null : 'must be true or false';
}

function isTick(value: string): boolean {
  return value === 'true' || value === 'false';
}

function isCalendarDate(value: string): boolean {
  const parts = ISO_DATE.exec(value);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
