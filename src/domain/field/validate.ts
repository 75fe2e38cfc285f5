import { SIGNING_LIMITS } from '../signing-limits.ts';
import { isMailAddress } from '../mail-address.ts';
import { isVisible } from '../text.ts';
import { getTickedValue, isTickBox, splitChoices } from './answer.ts';
import { getFieldTypeFacts, type FieldType, type ValueForm } from './catalogue.ts';

export type AnswerRule = {
  readonly type: FieldType;
  readonly options: readonly string[] | null;
  readonly group?: string | null | undefined;
};

const NUMBER = /^[+-]?(\d{1,3}([ ,.'\u00a0\u202f]\d{3})*|\d+)([.,]\d+)?$/;
const PHONE = /^\+?[\d\s().\-/]{5,30}$/;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

const TICK_PROBLEM = 'must be true or false';
const OPTION_PROBLEM = 'must be one of the options';

/** Returns what is wrong with a nonempty value, for each form that a field's type can ask for. */
const PROBLEMS: Readonly<Record<ValueForm, (value: string, options: readonly string[]) => string | null>> = {
  text: () => null,
  file: () => null,
  date: (value) => (isCalendarDate(value) ? null : 'must be a date in the format YYYY-MM-DD'),
  email: (value) => (isMailAddress(value) ? null : 'must be a valid email address'),
  number: (value) => (NUMBER.test(value.trim()) ? null : 'must be a number'),
  phone: (value) => (PHONE.test(value.trim()) ? null : 'must be a valid phone number'),
  tick: (value) => (isTick(value) ? null : TICK_PROBLEM),
  option: (value, options) => (options.includes(value) ? null : OPTION_PROBLEM),
  options: (value, options) => {
    const chosen = splitChoices(value);
    const isEach = chosen.every((one, at) => options.includes(one) && chosen.indexOf(one) === at);
    return isEach ? null : 'must be some of the options, each on a line of its own';
  },
  choice: (value, options) =>
    options.length === 0 ? PROBLEMS.tick(value, options) : PROBLEMS.option(value, options),
};

/**
 * Returns what is wrong with a value for a type of field, or null if nothing is. A checkbox is `true` or
 * `false`, a date is ISO `YYYY-MM-DD`.
 */
export function findFormProblem({ type, options }: AnswerRule, value: string): string | null {
  const form = getFieldTypeFacts(type).value;
  if (form !== 'file' && value.length > SIGNING_LIMITS.valueMaxChars)
    return `must have at most ${SIGNING_LIMITS.valueMaxChars} characters`;
  return PROBLEMS[form](value, options ?? []);
}

/** Checks whether a value counts as filled in. A box that isn't ticked doesn't count. */
export function isFilled(field: AnswerRule, value: string | null): boolean {
  if (value === null || !isVisible(value)) return false;
  return !(isTickBox(field) && value === 'false' && getTickedValue(field) !== 'false');
}

function isTick(value: string): boolean {
  return value === 'true' || value === 'false';
}

/** Checks whether a text is a valid calendar date in the form `YYYY-MM-DD`. */
export function isCalendarDate(value: string): boolean {
  const parts = ISO_DATE.exec(value);
  if (parts === null) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return year >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
