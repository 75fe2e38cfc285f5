import { DAY_MS } from './time.ts';

/**
 * An ISO 8601 instant in UTC with milliseconds and `Z`. Comparing two of them as text compares the instants.
 */
export type Timestamp = string;

/** Checks whether a name is in the IANA time zone database, as far as this runtime knows it. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Returns when a day (YYYY-MM-DD) begins in a time zone. It may begin later than 0:00 where clocks are set forward then. */
export function getDayStart(day: string, timeZone: string | null): Date {
  const utc = Date.parse(day);
  if (timeZone === null || !isTimeZone(timeZone)) return new Date(utc);
  // Clocks change at most once within two days, so the offset is the one before or the one after.
  const starts = [utc - DAY_MS, utc + DAY_MS].map((near) => utc - getOffset(near, timeZone));
  const inside = starts.filter((start) => formatDay(new Date(start).toISOString(), timeZone) === day);
  // A day that was skipped, as on a change of the date line, ends as it begins.
  return new Date(inside.length > 0 ? Math.min(...inside) : Math.max(...starts));
}

/** Returns how far a time zone's clocks are ahead of UTC at a moment, in milliseconds. */
function getOffset(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(new Date(at));
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  const day = [read('year'), read('month') - 1, read('day')] as const;
  const local = Date.UTC(...day, read('hour'), read('minute'), read('second'));
  return local - at;
}

/** Returns the day of an instant in a time zone, as `YYYY-MM-DD`. Uses UTC if the zone is null or unknown. */
export function formatDay(instant: Timestamp, timeZone: string | null): string {
  if (timeZone === null || !isTimeZone(timeZone)) return instant.slice(0, 10);
  const parts = new Intl.DateTimeFormat('en', {
    ...{ timeZone, calendar: 'iso8601', numberingSystem: 'latn' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  }).formatToParts(new Date(instant));
  const read = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? '';
  return `${read('year').padStart(4, '0')}-${read('month')}-${read('day')}`;
}
