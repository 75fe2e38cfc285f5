import type { Language } from '../../language.ts';
import { SIGNING_LIMITS } from '../../signing-limits.ts';
import { splitChoices } from '../answer.ts';
import { getFieldTypeFacts, type FieldType } from '../catalogue.ts';
import type { FieldDetails } from '../details.ts';
import { displayValue } from './display.ts';
import { splitGraphemes } from './graphemes.ts';
import { countDecimals, toCanonicalNumber, needsPlainNumber } from './number.ts';
import { findFormProblem, type AnswerRule } from '../validate.ts';

/** Checks whether a pattern matches an entire value. The engine takes linear time. */
export type Matches = (pattern: string, value: string) => boolean;

/** The properties of a field that matter for its value. */
export type ValueRules = AnswerRule &
  Partial<Pick<FieldDetails, 'format' | 'validation' | 'formula' | 'comb'>>;

/**
 * What is wrong with a value: it doesn't have the form that its type asks for, or it breaks one of the
 * sender's rules.
 */
export type ValueProblem =
  | { readonly kind: 'form'; readonly message: string }
  | { readonly kind: 'plain' | 'pattern' }
  | { readonly kind: 'min' | 'max'; readonly end: number | string }
  | {
      readonly kind: 'minLength' | 'maxLength' | 'decimals' | 'minChoices' | 'maxChoices';
      readonly count: number;
    };

/**
 * Finds the first problem of a nonempty value. An empty value means that nothing was filled in, which is
 * always valid.
 */
export function findProblem(field: ValueRules, value: string, matches: Matches): ValueProblem | null {
  if (value === '') return null;
  const message = findFormProblem(field, value);
  if (message !== null) return { kind: 'form', message };
  return (
    findNumberProblem(field, value) ??
    findRangeProblem(field, value) ??
    findLengthProblem(field, value) ??
    findPatternProblem(field, value, matches)
  );
}

/** Returns the first problem of a value in words, or null if there is none. */
export function explainValueProblem(field: ValueRules, value: string, matches: Matches): string | null {
  const problem = findProblem(field, value, matches);
  return problem === null ? null : describeProblem(problem);
}

/**
 * Returns a value as it is stored. A number that something calculates with or formats is stored in plain
 * form, and choices in the order of the options.
 */
export function toStoredValue(field: { readonly type: FieldType } & ValueRules, value: string): string {
  if (getFieldTypeFacts(field.type).value === 'options') {
    const chosen = splitChoices(value);
    return (field.options ?? []).filter((option) => chosen.includes(option)).join('\n');
  }
  return needsPlainNumber(field) ? (toCanonicalNumber(value) ?? value) : value;
}

function findNumberProblem(field: ValueRules, value: string): ValueProblem | null {
  if (!needsPlainNumber(field)) return null;
  const plain = toCanonicalNumber(value);
  if (plain === null) return { kind: 'plain' };
  // Results of formulas are rounded only when they are shown.
  const count = field.formula ? null : (field.format?.decimals ?? null);
  return count !== null && countDecimals(plain) > count ? { kind: 'decimals', count } : null;
}

function findRangeProblem({ type, validation }: ValueRules, value: string): ValueProblem | null {
  const { min = null, max = null } = validation ?? {};
  if (getFieldTypeFacts(type).value === 'options') {
    const { length } = splitChoices(value);
    if (min !== null && length < Number(min)) return { kind: 'minChoices', count: Number(min) };
    return max !== null && length > Number(max) ? { kind: 'maxChoices', count: Number(max) } : null;
  }
  const is = type === 'number' ? Number(value) : value;
  if (min !== null && is < min) return { kind: 'min', end: min };
  return max !== null && is > max ? { kind: 'max', end: max } : null;
}

/**
 * Finds a problem with the length of a value. Cells hold the value as it is drawn. If a format has cells, the
 * drawn length doesn't depend on the language.
 */
function findLengthProblem(field: ValueRules, value: string): ValueProblem | null {
  const { minLength = null, maxLength = null } = field.validation ?? {};
  const cells = field.comb ?? null;
  if (
    cells !== null &&
    splitGraphemes(displayValue({ ...field, format: field.format ?? null }, value, CELLS_LANGUAGE)).length >
      cells
  )
    return { kind: 'maxLength', count: cells };
  if (minLength === null && maxLength === null) return null;
  const { length } = splitGraphemes(value);
  if (minLength !== null && length < minLength) return { kind: 'minLength', count: minLength };
  return maxLength !== null && length > maxLength ? { kind: 'maxLength', count: maxLength } : null;
}

const CELLS_LANGUAGE: Language = 'en';

function findPatternProblem(
  { validation }: ValueRules,
  value: string,
  matches: Matches,
): ValueProblem | null {
  const pattern = validation?.pattern ?? null;
  if (pattern === null) return null;
  if (value.length > SIGNING_LIMITS.patternValueMaxChars)
    return { kind: 'maxLength', count: SIGNING_LIMITS.patternValueMaxChars };
  return matches(pattern, value) ? null : { kind: 'pattern' };
}

function describeProblem(problem: ValueProblem): string {
  switch (problem.kind) {
    case 'form':
      return problem.message;
    case 'plain':
      return 'must be a plain number such as 1234.56';
    case 'pattern':
      return 'must match the pattern of the field';
    case 'min':
      return `must be at least ${problem.end}`;
    case 'max':
      return `must be at most ${problem.end}`;
    case 'minLength':
      return `must have at least ${problem.count} characters`;
    case 'maxLength':
      return `must have at most ${problem.count} characters`;
    case 'minChoices':
      return `must be at least ${problem.count} of the options`;
    case 'maxChoices':
      return `must be at most ${problem.count} of the options`;
    case 'decimals':
      return `must have at most ${problem.count} decimals`;
    default:
      return problem satisfies never;
  }
}
