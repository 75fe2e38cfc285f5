import type { Timestamp } from '#domain/timestamp.ts';
import type { Locale } from '#i18n/compiled/runtime.js';

/** Shortens text to `length` characters as a reader counts them (grapheme clusters), ending in an ellipsis if cut. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept: string[] = [];
  // A cluster can contain any number of marks, so code units are limited too.
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

/** Formats an instant in UTC, because readers may be anywhere: `November 30, 2026 at 2:00 PM UTC`. */
export function instant(timestamp: Timestamp, language: Locale): string {
  return `${new Intl.DateTimeFormat(language, INSTANT).format(new Date(timestamp))} UTC`;
}

/** Formats the day of an instant in UTC. */
export function day(timestamp: Timestamp, language: Locale): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(timestamp),
  );
}

const CODE_UNITS_PER_CLUSTER = 12;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const INSTANT = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
