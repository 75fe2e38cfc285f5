import type { Language } from '../../language.ts';
import type { FieldType } from '../catalogue.ts';
import type { FieldDetails } from '../details.ts';
import type { DatePattern, FieldFormat } from '../formats.ts';
import { toCanonicalNumber, writeNumber } from './number.ts';
import { isCalendarDate } from '../validate.ts';

type Shown = { readonly type: FieldType } & Pick<FieldDetails, 'format'>;

/**
 * Returns a value as it is shown and drawn: dates and numbers in the field's format, everything else
 * unchanged.
 */
export function displayValue({ type, format }: Shown, value: string, language: Language): string {
  if (format === null) return value;
  if (type === 'date') return isCalendarDate(value) ? writeDate(value, format, language) : value;
  const plain = type === 'number' ? toCanonicalNumber(value) : null;
  return plain === null ? value : writeNumber(plain, format, language);
}

function writeDate(iso: string, { pattern }: FieldFormat, language: Language): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  switch (pattern as DatePattern) {
    case 'MM/DD/YYYY':
      return `${month}/${day}/${year}`;
    case 'DD/MM/YYYY':
      return `${day}/${month}/${year}`;
    case 'DD.MM.YYYY':
      return `${day}.${month}.${year}`;
    case 'DDMMYYYY':
      return day + month + year;
    case 'D MMMM YYYY':
      return `${Number(day)} ${formatDate(iso, language, { month: 'long', day: 'numeric' }, 'month')} ${year}`;
    case 'MMMM D, YYYY':
      return `${formatDate(iso, language, { month: 'long', day: 'numeric' }, 'month')} ${Number(day)}, ${year}`;
    case 'locale':
      return formatDate(iso, language, { year: 'numeric', month: 'long', day: 'numeric' });
    default:
      return iso;
  }
}

/** Formats a date. `part` selects a single part of the date, in the form that it has next to the others. */
function formatDate(
  iso: string,
  language: Language,
  options: Intl.DateTimeFormatOptions,
  part?: string,
): string {
  const formatter = new Intl.DateTimeFormat(language, {
    ...options,
    calendar: 'gregory',
    numberingSystem: 'latn',
    timeZone: 'UTC',
  });
  const parts = formatter.formatToParts(new Date(`${iso}T00:00:00Z`));
  return parts.flatMap(({ type, value }) => (part === undefined || type === part ? value : [])).join('');
}
