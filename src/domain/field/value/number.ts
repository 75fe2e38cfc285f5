import type { Language } from '../../language.ts';
import type { FieldDetails } from '../details.ts';
import type { FieldFormat, NumberPattern } from '../formats.ts';

/** The decimal separator and the thousands separator. */
type Separators = readonly [decimal: string, thousands: string];

const NARROW_SPACE = '\u202f';
const NO_BREAK_SPACE = '\u00a0';
const ENGLISH: Separators = ['.', ','];
const CONTINENTAL: Separators = [',', '.'];
const SPACED: Separators = [',', NARROW_SPACE];

const SEPARATORS: Readonly<Record<Exclude<NumberPattern, 'locale'>, Separators>> = {
  '1234.56': ['.', ''],
  '1234,56': [',', ''],
  '1,234.56': ENGLISH,
  '1.234,56': CONTINENTAL,
  '1 234,56': SPACED,
  "1'234.56": ['.', '’'],
};

/** These don't come from Intl, because its versions differ between browsers and the server. */
const SEPARATORS_OF: Readonly<Record<Language, Separators>> = {
  ar: ENGLISH,
  de: CONTINENTAL,
  en: ENGLISH,
  es: CONTINENTAL,
  fr: SPACED,
  he: ENGLISH,
  it: CONTINENTAL,
  ja: ENGLISH,
  nl: CONTINENTAL,
  pl: SPACED,
  pt: CONTINENTAL,
  zh: ENGLISH,
};

const PLAIN = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/**
 * Checks whether a number field's value must be plain, such as 1234.56, because something calculates with it
 * or formats it.
 */
export function needsPlainNumber({
  type,
  format = null,
  validation = null,
  formula = null,
}: { readonly type: string } & Partial<Pick<FieldDetails, 'format' | 'validation' | 'formula'>>): boolean {
  if (type !== 'number') return false;
  return format !== null || formula !== null || validation?.min != null || validation?.max != null;
}

/** Returns a plain number without leading zeros and without a negative zero, or null for any other text. */
export function toCanonicalNumber(text: string): string | null {
  const parts = PLAIN.exec(text.trim());
  if (parts === null) return null;
  const [, sign = '', whole = '', decimals] = parts;
  const digits = decimals === undefined ? whole : `${whole}.${decimals}`;
  return /[1-9]/.test(digits) ? sign + digits : digits;
}

/** Returns the number of decimals of a plain number. */
export function countDecimals(plain: string): number {
  return plain.split('.')[1]?.length ?? 0;
}

/** Formats a plain number for people. */
export function writeNumber(
  plain: string,
  { pattern, decimals, currency }: FieldFormat,
  language: Language,
): string {
  const [decimal, thousands] = getSeparators(pattern, language);
  const rounded = decimals === null ? plain : withDecimals(plain, decimals);
  const isNegative = rounded.startsWith('-');
  const [whole = '', ending = ''] = rounded.replace('-', '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  const number = ending === '' ? grouped : grouped + decimal + ending;
  return (isNegative ? '-' : '') + withCurrency(number, currency, decimal);
}

/** Formats a plain number the way people type it: without thousands separators and currency. */
export function formatEditableNumber(plain: string, { pattern }: FieldFormat, language: Language): string {
  return plain.replace('.', getSeparators(pattern, language)[0]);
}

/**
 * Reads what somebody typed into a field with a format. The format's separators are tried first. Returns null
 * if the text isn't a number.
 */
export function readNumber(text: string, { pattern }: FieldFormat, language: Language): string | null {
  const [decimal, thousands] = getSeparators(pattern, language);
  const typed = text.replace(/[\s\u2019']/gu, '').replace('−', '-');
  const separator = /[.,]/.test(thousands) ? `\\${thousands}` : '';
  const written = new RegExp(`^-?(\\d{1,3}(${separator}\\d{3})+|\\d+)(\\${decimal}\\d+)?$`);
  if (!written.test(typed)) return toCanonicalNumber(typed);
  const bare = separator === '' ? typed : typed.replaceAll(thousands, '');
  return toCanonicalNumber(bare.replace(decimal, '.'));
}

/**
 * Gives a plain number the specified number of decimals: adds zeros, or rounds half away from zero, which
 * results of formulas require.
 */
function withDecimals(plain: string, count: number): string {
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.');
  const kept = BigInt(whole + fraction.slice(0, count).padEnd(count, '0'));
  const digits = String((fraction.charAt(count) || '0') >= '5' ? kept + 1n : kept).padStart(count + 1, '0');
  const sign = plain.startsWith('-') && /[1-9]/.test(digits) ? '-' : '';
  if (count === 0) return sign + digits;
  return `${sign}${digits.slice(0, -count)}.${digits.slice(-count)}`;
}

function getSeparators(pattern: FieldFormat['pattern'], language: Language): Separators {
  return (SEPARATORS as Partial<Record<string, Separators>>)[pattern] ?? SEPARATORS_OF[language];
}

/**
 * Adds the currency. Amounts with a decimal comma have it after the number, as is usual where the comma is
 * used.
 */
function withCurrency(number: string, currency: string | null, decimal: string): string {
  if (currency === null) return number;
  const symbol = getCurrencySymbol(currency);
  if (decimal === ',') return number + NO_BREAK_SPACE + symbol;
  return symbol + (/\p{L}$/u.test(symbol) ? NO_BREAK_SPACE : '') + number;
}

function getCurrencySymbol(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}
