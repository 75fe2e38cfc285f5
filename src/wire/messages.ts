import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/**
 * Describes a broken schema rule in the same words as all messages of the API, such as "must have at most 50
 * items".
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${TYPES[issue.expected] ?? 'of another type'}`;
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return formatLimitMessage('at least', issue.origin, issue.minimum, issue.inclusive !== false);
    case 'too_big':
      return formatLimitMessage('at most', issue.origin, issue.maximum, issue.inclusive !== false);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has an invalid format';
    case 'not_multiple_of':
      return `must be a multiple of ${formatNumber(issue.divisor)}`;
    case 'unrecognized_keys':
      return 'is not a known property';
    default:
      return 'is invalid';
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'must be a valid email address',
  url: 'must be a valid URL',
  date: 'must be a date in the format YYYY-MM-DD',
  datetime: 'must be a date and time (ISO 8601)',
  base64: 'must be base64 (RFC 4648 section 4)',
};

const UNITS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['item', 'items'],
  set: ['item', 'items'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

function formatLimitMessage(
  bound: 'at least' | 'at most',
  origin: string,
  limit: number | bigint,
  isInclusive: boolean,
): string {
  const units = UNITS[origin];
  if (units !== undefined) {
    if (bound === 'at least' && limit === 1) return "can't be empty";
    return `must have ${bound} ${formatNumber(limit)} ${units[limit === 1 ? 0 : 1]}`;
  }
  if (isInclusive) return `must be ${bound} ${formatNumber(limit)}`;
  return `must be ${bound === 'at least' ? 'greater' : 'less'} than ${formatNumber(limit)}`;
}

function formatNumber(value: number | bigint): string {
  return new Intl.NumberFormat('en-US').format(value);
}

// Messages that a schema sets on its own take precedence.
z.config({ localeError: describeIssue });
