import type { Issue } from '../errors.ts';
import { getFieldTypeFacts, type FieldType, type TypeDetail } from './catalogue.ts';
import type { FieldDetails, FieldValidation } from './details.ts';
import { listPatterns } from './formats.ts';
import { isCalendarDate } from './validate.ts';

/** The properties that belong to details which only some types take. */
const PROPERTIES: readonly (readonly [TypeDetail, string, (details: FieldDetails) => unknown])[] = [
  ['format', '/format', ({ format }) => format],
  ['range', '/validation/min', ({ validation }) => validation?.min],
  ['range', '/validation/max', ({ validation }) => validation?.max],
  ['length', '/validation/minLength', ({ validation }) => validation?.minLength],
  ['length', '/validation/maxLength', ({ validation }) => validation?.maxLength],
  ['pattern', '/validation/pattern', ({ validation }) => validation?.pattern],
  ['placeholder', '/placeholder', ({ placeholder }) => placeholder],
  ['multiline', '/multiline', ({ multiline }) => multiline || null],
  ['align', '/align', ({ align }) => align],
  ['fontSize', '/fontSize', ({ fontSize }) => fontSize],
  ['comb', '/comb', ({ comb }) => comb],
  ['formula', '/formula', ({ formula }) => formula],
];

/**
 * Returns what is wrong with the details of a field: details that its type doesn't take or that contradict
 * each other.
 */
export function validateDetails(type: FieldType, details: FieldDetails, path: string): Issue[] {
  const facts = getFieldTypeFacts(type);
  const issues: Issue[] = [];
  const say = (property: string, message: string) => issues.push({ path: `${path}${property}`, message });

  for (const [detail, property, valueOf] of PROPERTIES) {
    if (valueOf(details) != null && !facts.details.includes(detail))
      say(property, `is not allowed for a ${type} field`);
  }
  if (details.defaultValue !== null && !facts.takesPrefill)
    say('/defaultValue', `is not allowed for a ${type} field`);
  if (issues.length > 0) return issues;

  if (details.comb !== null && details.multiline) say('/comb', 'is not allowed for a field of several lines');
  if (details.comb !== null && type === 'date' && /MMMM|locale/.test(details.format?.pattern ?? ''))
    say('/comb', 'requires a format whose length is the same for every date');
  return [
    ...issues,
    ...findFormatIssues(type, details, path),
    ...validateRange(type, details.validation, path),
  ];
}

function findFormatIssues(type: FieldType, { format }: FieldDetails, path: string): Issue[] {
  if (format === null) return [];
  const patterns = listPatterns(type);
  const issues: Issue[] = [];
  if (!patterns.includes(format.pattern))
    issues.push({ path: `${path}/format/pattern`, message: `must be one of ${patterns.join(' | ')}` });
  for (const property of ['decimals', 'currency'] as const) {
    if (type === 'date' && format[property] !== null)
      issues.push({ path: `${path}/format/${property}`, message: 'is not allowed for a date field' });
  }
  return issues;
}

function validateRange(type: FieldType, validation: FieldValidation | null, path: string): Issue[] {
  if (validation === null) return [];
  const { min, max, minLength, maxLength } = validation;
  const issues = (['min', 'max'] as const).flatMap((end) => {
    const value = validation[end];
    const problem = value === null ? null : endProblem(type, value);
    return problem === null ? [] : [{ path: `${path}/validation/${end}`, message: problem }];
  });
  if (issues.length === 0 && min !== null && max !== null && min > max)
    issues.push({ path: `${path}/validation/min`, message: "can't be greater than max" });
  if (minLength !== null && maxLength !== null && minLength > maxLength)
    issues.push({ path: `${path}/validation/minLength`, message: "can't be greater than maxLength" });
  return issues;
}

function endProblem(type: FieldType, value: number | string): string | null {
  if (type === 'number') return typeof value === 'number' ? null : 'must be a number';
  if (getFieldTypeFacts(type).value === 'options')
    return Number.isInteger(value) && Number(value) >= 1 ? null : 'must be a number of options, from 1';
  return typeof value === 'string' && isCalendarDate(value)
    ? null
    : 'must be a date in the format YYYY-MM-DD';
}
