import type { Language } from '#domain/language.ts';

/**
 * Formats what the certificate prints in one language. Digits are always European, so that dates and codes
 * read alike everywhere.
 */
export type Wording = {
  readonly language: Language;
  /** Formats an instant: `Nov 22, 2026, 14:06:29 UTC`, or a dash if there is none. */
  time(date: Date | null): string;
  number(value: number): string;
  /** Returns the name of a language, or its code if it's unknown. */
  languageName(code: string): string;
};

/** Returns how values are written in a language. */
export function createWording(language: Language): Wording {
  const tag = `${language}-u-nu-latn`;
  const dates = new Intl.DateTimeFormat(tag, INSTANT);
  const numbers = new Intl.NumberFormat(tag);
  const names = new Intl.DisplayNames([language], { type: 'language' });
  return {
    language,
    time: (date) => (date === null ? '–' : `${dates.format(date)} UTC`),
    number: (value) => numbers.format(value),
    languageName: (code) => names.of(code) ?? code,
  };
}

const INSTANT = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23', timeZone: 'UTC' } as const;
