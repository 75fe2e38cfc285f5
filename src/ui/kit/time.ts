import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import { getReaderLocale } from './reader-locale.ts';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/time.ts';

/** What the server knows about a reader's browser. */
type Reader = { readonly timeZone: string; readonly languages: readonly string[] };
/**
 * The time zone that a moment is shown in: the one of this browser, the one of a reader that the server
 * knows, or UTC.
 */
export type Zone = 'local' | Reader | 'UTC';

/** Formats a moment in a time zone. A time in UTC is labeled as such. */
function format(at: string, zone: Zone, style: Intl.DateTimeFormatOptions): string {
  if (zone === 'UTC')
    return `${new Intl.DateTimeFormat(getLocale(), { ...style, timeZone: 'UTC' }).format(new Date(at))} UTC`;
  const [locale, place] =
    zone === 'local'
      ? [getReaderLocale(), {}]
      : [getReaderLocale(zone.languages), { timeZone: zone.timeZone }];
  return new Intl.DateTimeFormat(locale, { ...style, ...place }).format(new Date(at));
}

/** Returns today's date (YYYY-MM-DD) in this browser's time zone. */
export function readToday(): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date());
}

/** Returns the number of a moment's calendar day in a time zone. Neighboring days differ by 1. */
function getDayNumber(at: string, zone: Zone): number {
  const place = zone === 'local' ? {} : { timeZone: zone === 'UTC' ? 'UTC' : zone.timeZone };
  // This locale formats dates as YYYY-MM-DD.
  return Date.parse(new Intl.DateTimeFormat('en-CA', place).format(new Date(at))) / DAY_MS;
}

/** Formats a moment's date and time. */
export function formatExactTime(at: string, zone: Zone): string {
  return format(at, zone, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Formats a day (YYYY-MM-DD), or the day of a moment in UTC, with its year. */
export function formatDay(at: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at));
}

/** Returns the name of a time zone, such as Central European Time. */
export function formatZone(timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const format = new Intl.DateTimeFormat(getLocale(), { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Formats a moment's date and time. Today and yesterday are words, and the current year is left out. */
export function formatNearTime(at: string, now: number, zone: Zone = 'local'): string {
  const days = getDayNumber(at, zone) - getDayNumber(new Date(now).toISOString(), zone);
  if (days === 0 || days === -1) {
    const day = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(days, 'day');
    return m.common_day_time({ day, time: format(at, zone, { hour: 'numeric', minute: '2-digit' }) });
  }
  const getYear = (moment: string) => format(moment, zone, { year: 'numeric' });
  if (getYear(at) !== getYear(new Date(now).toISOString())) return formatExactTime(at, zone);
  return format(at, zone, { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}

/**
 * Formats a moment relative to `now` (milliseconds of the epoch), or as a date if it is a week away or more.
 */
export function formatShortTime(at: string, now: number, zone: Zone = 'local'): string {
  const distance = Date.parse(at) - now;
  const size = Math.abs(distance);
  if (size < MINUTE_MS && distance <= 0) return m.common_just_now();
  const relative = new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' });
  // What is still to come in less than a minute comes in a minute, not in this one.
  if (size < MINUTE_MS) return relative.format(1, 'minute');
  if (size < HOUR_MS) return relative.format(Math.round(distance / MINUTE_MS), 'minute');
  if (size < DAY_MS) return relative.format(Math.round(distance / HOUR_MS), 'hour');
  if (size < 7 * DAY_MS) return relative.format(Math.round(distance / DAY_MS), 'day');
  return format(at, zone, { dateStyle: 'medium' });
}

/** Formats a moment that is still to come: only its time of day if that is today. */
export function formatComingTime(at: string, now: number, zone: Zone = 'local'): string {
  const isToday = getDayNumber(at, zone) === getDayNumber(new Date(now).toISOString(), zone);
  return isToday ? formatClockTime(at, zone) : formatNearTime(at, now, zone);
}

/** Formats a moment's time of day. */
export function formatClockTime(at: string, zone: Zone): string {
  return format(at, zone, { timeStyle: 'short' });
}

/** Returns the heading for what happened on a day (YYYY-MM-DD): today, yesterday, or the date. */
export function formatDayHeading(day: string, today: string): string {
  const locale = getLocale();
  const distance = (Date.parse(day) - Date.parse(today)) / DAY_MS;
  if (distance < -1 || distance > 0)
    return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day));
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(distance, 'day');
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
