import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { readerLocale } from './reader-locale.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Formats a moment's date and time, in UTC (and says so) or in the reader's time zone. */
export function exactTime(at: string, zone: 'UTC' | 'local'): string {
  // The server writes UTC, without knowing the reader's browser.
  const shown = new Intl.DateTimeFormat(zone === 'UTC' ? getLocale() : readerLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}),
  }).format(new Date(at));
  return zone === 'UTC' ? `${shown} UTC` : shown;
}

/** Formats a day (YYYY-MM-DD), or the day of a moment in UTC, with its year. */
export function dayWords(at: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}

/** Formats a moment's date and time in the reader's time zone, without the year if it is the current one. */
export function nearTime(at: string, now: number): string {
  const moment = new Date(at);
  if (moment.getFullYear() !== new Date(now).getFullYear()) return exactTime(at, 'local');
  return new Intl.DateTimeFormat(readerLocale(), {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }).format(moment);
}

/** Formats a moment relative to `now` (milliseconds of the epoch); its date if it is a week away or more. */
export function shortTime(at: string, now: number): string {
  const distance = Date.parse(at) - now;
  const size = Math.abs(distance);
  if (size < MINUTE_MS) return m.common_just_now();
  const relative = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });
  if (size < HOUR_MS) return relative.format(Math.round(distance / MINUTE_MS), 'minute');
  if (size < DAY_MS) return relative.format(Math.round(distance / HOUR_MS), 'hour');
  if (size < 7 * DAY_MS) return relative.format(Math.round(distance / DAY_MS), 'day');
  return new Intl.DateTimeFormat(readerLocale(), { dateStyle: 'medium' }).format(new Date(at));
}

/** Formats the time of a moment, in UTC (and says so) or in the reader's time zone. */
export function clockTime(at: string, zone: 'UTC' | 'local'): string {
  const shown = new Intl.DateTimeFormat(zone === 'UTC' ? getLocale() : readerLocale(), {
    timeStyle: 'short',
    ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}),
  }).format(new Date(at));
  return zone === 'UTC' ? `${shown} UTC` : shown;
}

/** Names a day (YYYY-MM-DD) as the heading of what happened on it: today, yesterday, or its date. */
export function dayHeading(day: string, today: string): string {
  const locale = getLocale();
  const distance = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (distance < -1 || distance > 0)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(distance, 'day');
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
