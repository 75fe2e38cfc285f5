import type { Timestamp } from '#domain/timestamp.ts';
import type { Locale } from '#i18n/compiled/runtime.js';

/** At most `length` characters as a reader counts them (grapheme clusters), the last one an ellipsis when something was cut. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept: string[] = [];
  // A cluster may have any number of marks: the code units are bounded as well.
  let codeUnits = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    codeUnits += segment.length;
    if (kept.length >= length || codeUnits > length * CODE_UNITS_PER_CLUSTER) {
      return `${kept
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
    }
    kept.push(segment);
  }
  return text;
}

/** An instant for people who may be anywhere, in their language: `30 November 2026 at 14:00 UTC`. */
export function instant(timestamp: Timestamp, language: Locale): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, INSTANT);
  return `${format.format(new Date(timestamp))} UTC`;
}

const CODE_UNITS_PER_CLUSTER = 12;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const INSTANT = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
