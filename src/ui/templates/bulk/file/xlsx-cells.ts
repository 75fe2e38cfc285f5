import { DAY_MS } from '#domain/time.ts';

export type CellStyles = {
  /** The format codes of the workbook, by number. */
  readonly codes: ReadonlyMap<number, string>;
  /** The format number of each style. */
  readonly formats: readonly number[];
  readonly startsIn1904: boolean;
};

/** Excel treats 1900 as a leap year, so its days count from December 30, 1899. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/**
 * Returns a cell's value as people would type it: dates as `YYYY-MM-DD` and numbers without separators. An
 * error such as `#N/A` counts as empty.
 */
export function formatCell(
  { type, style, value }: { readonly type: string; readonly style: number; readonly value: string },
  shared: readonly string[],
  styles: CellStyles,
): string {
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'e') return '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'd') return value.slice(0, 10);
  if (type !== 'n' || value.trim() === '') return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  const format = styles.formats[style] ?? 0;
  if (isDate(format, styles) && number >= 1) return toDay(number, styles);
  return withLeadingZeros(formatPlainNumber(number), styles.codes.get(format) ?? '');
}

/**
 * Keeps leading zeros, because postal codes and account numbers are often numbers with a format such as
 * `00000`.
 */
function withLeadingZeros(digits: string, code: string): string {
  return /^0+$/.test(code) && /^\d+$/.test(digits) ? digits.padStart(code.length, '0') : digits;
}

function toDay(days: number, { startsIn1904 }: CellStyles): string {
  const moment = new Date((startsIn1904 ? EPOCH_1904 : EPOCH_1900) + Math.floor(days) * DAY_MS);
  return Number.isNaN(moment.getTime()) ? String(days) : moment.toISOString().slice(0, 10);
}

/**
 * Formats a number without exponent and with at most 15 digits, because programs save 0.1 + 0.2 with all its
 * digits, and large numbers with an exponent.
 */
function formatPlainNumber(number: number): string {
  return new Intl.NumberFormat('en', { useGrouping: false, maximumSignificantDigits: 15 }).format(number);
}

/**
 * Checks whether a format is a built-in date format, or has a code with date letters outside of quotes and
 * brackets.
 */
function isDate(format: number, { codes }: CellStyles): boolean {
  const code = codes.get(format);
  if (code === undefined)
    return (
      (format >= 14 && format <= 17) ||
      format === 22 ||
      (format >= 27 && format <= 36) ||
      (format >= 50 && format <= 58)
    );
  return /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''));
}
