import type { Timestamp } from '#domain/timestamp.ts';
import type { Locale } from '#i18n/compiled/runtime.js';

/**
 * Shortens text to `length` characters as a reader counts them (grapheme clusters), ending in an ellipsis if
 * cut.
 */
export function shortenText(text: string, length: number): string {
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

/** The language and time zone that an email is written in. A time zone of null means UTC. */
export type Place = { readonly language: Locale; readonly timeZone: string | null };

/**
 * Formats an instant and names the time zone, because readers may be anywhere: `November 30, 2026 at 3:00 PM
 * (Central European Time)`, or `… 2:00 PM UTC`.
 */
export function formatInstant(timestamp: Timestamp, { language, timeZone }: Place): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: timeZone ?? UTC } as const;
  const format = openFormat(language, style);
  const moment = new Date(timestamp);
  const text = format.format(moment);
  if (format.resolvedOptions().timeZone === UTC) return `${text} UTC`;
  const named = openFormat(language, { timeZone: style.timeZone, timeZoneName: 'longGeneric' });
  const name = named.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value;
  return `${text} (${name ?? style.timeZone})`;
}

/** Formats the day of an instant. */
export function formatDay(timestamp: Timestamp, { language, timeZone }: Place): string {
  const format = openFormat(language, { dateStyle: 'medium', timeZone: timeZone ?? UTC });
  return format.format(new Date(timestamp));
}

const MOST_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Keeps formats, because making one takes longer than rendering the rest of an email's text. */
function openFormat(language: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([language, options]);
  let format = formats.get(key);
  if (format === undefined) {
    if (formats.size >= MOST_FORMATS) formats.clear();
    format = new Intl.DateTimeFormat(language, options);
    formats.set(key, format);
  }
  return format;
}

const CODE_UNITS_PER_CLUSTER = 12;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });
const UTC = 'UTC';
