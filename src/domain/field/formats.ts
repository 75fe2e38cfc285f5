/** How a date can be written. `locale` is the usual way in the participant's language. */
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

/** How a number can be written, shown by 1234.56. `locale` is the usual way in the participant's language. */
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

/** How a date or number is shown and drawn. Its stored value stays plain. */
export type FieldFormat = {
  readonly pattern: DatePattern | NumberPattern;
  /** The exact number of decimals of a number; null for as many as it has. */
  readonly decimals: number | null;
  /** The ISO 4217 code of a number that is an amount of money. */
  readonly currency: string | null;
};

/** A date in the usual way of the participant's language. */
export const USUAL_DATE: FieldFormat = { pattern: 'locale', decimals: null, currency: null };
