/** The ways to write a date. `locale` is the usual way in the participant's language. */
export const DATE_PATTERNS = [
  'YYYY-MM-DD',
  'MM/DD/YYYY',
  'DD/MM/YYYY',
  'DD.MM.YYYY',
  'DDMMYYYY',
  'D MMMM YYYY',
  'MMMM D, YYYY',
  'locale',
] as const;
export type DatePattern = (typeof DATE_PATTERNS)[number];

/**
 * The ways to write a number, with 1234.56 as the example. `locale` is the usual way in the participant's
 * language.
 */
export const NUMBER_PATTERNS = [
  '1234.56',
  '1234,56',
  '1,234.56',
  '1.234,56',
  '1 234,56',
  "1'234.56",
  'locale',
] as const;
export type NumberPattern = (typeof NUMBER_PATTERNS)[number];

export const FORMAT_PATTERNS = [...new Set([...DATE_PATTERNS, ...NUMBER_PATTERNS])] as const;

/** Returns the patterns that fields of a type can have. */
export function listPatterns(type: string): readonly (DatePattern | NumberPattern)[] {
  if (type === 'date') return DATE_PATTERNS;
  return type === 'number' ? NUMBER_PATTERNS : [];
}

/** How a date or number is shown and drawn. The stored value stays plain. */
export type FieldFormat = {
  readonly pattern: DatePattern | NumberPattern;
  /** The exact number of decimals. Null for as many as the number has. */
  readonly decimals: number | null;
  /** The ISO 4217 code of the currency, if the number is an amount of money. */
  readonly currency: string | null;
};

/** The format for a date in the usual way of the participant's language. */
export const USUAL_DATE: FieldFormat = { pattern: 'locale', decimals: null, currency: null };
