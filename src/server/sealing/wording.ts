import type { Language } from '#domain/language.ts';
import { isTimeZone } from '#domain/timestamp.ts';

/**
 * Formats what the certificate prints in one language. Digits are always European, so that dates and codes
 * read alike everywhere.
 */
export type Wording = {
  readonly language: Language;
  /**
   * Formats an instant: `Nov 22, 2026, 14:06:29 UTC`, or a dash if there is none. In a time zone:
   * `Nov 22, 2026, 06:06:29 GMT−8`.
   */
  time(date: Date | null, timeZone?: string | null): string;
  number(value: number): string;
  /** Returns the name of a language, or its code if it's unknown. */
  languageName(code: string): string;
};

/** Returns how values are written in a language. */
export function createWording(language: Language): Wording {
  const tag = `${language}-u-nu-latn`;
  const formats = new Map<string, Intl.DateTimeFormat>();
  const formatZoned = (timeZone: string, date: Date) => {
    const format = formats.get(timeZone) ?? new Intl.DateTimeFormat(tag, { ...INSTANT, timeZone });
    formats.set(timeZone, format);
    return format.format(date);
  };
  const numbers = new Intl.NumberFormat(tag);
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return {
    language,
    time: (date, timeZone = null) => {
      if (date === null) return '–';
      return timeZone === null || !isTimeZone(timeZone)
        ? `${formatZoned('UTC', date)} UTC`
        : `${formatZoned(timeZone, date)} ${formatOffset(date, timeZone)}`;
    },
    number: (value) => numbers.format(value),
    languageName: (code) => names.of(code) ?? code,
  };
}

/** Returns the offset of a time zone at an instant: `GMT−8`. */
function formatOffset(date: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(date);
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone).replace('-', '−');
}

const INSTANT = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const;
