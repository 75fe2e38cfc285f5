import { DAY_MS } from '#domain/time.ts';

/**
 * Returns the calendar day of a time in this browser's time zone in the format of date inputs, YYYY-MM-DD.
 */
export function toLocalDay(moment: string): string {
  const date = new Date(moment);
  const padTwo = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
}

/**
 * Returns the last second of a day (YYYY-MM-DD) in this browser's time zone as ISO 8601 in UTC, or null for
 * an empty input.
 */
export function getEndOfDay(day: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return null;
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3]), 23, 59, 59).toISOString();
}

/**
 * Returns the first moment of a day (YYYY-MM-DD) in this browser's time zone as ISO 8601 in UTC, or an empty
 * text for an empty input.
 */
export function getStartOfDay(day: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (parts === null) return '';
  return new Date(Number(parts[1]), Number(parts[2]) - 1, Number(parts[3])).toISOString();
}

/** Returns the first moment after a day in this browser's time zone, or an empty text for an empty input. */
export function getStartOfNextDay(day: string): string {
  const start = getStartOfDay(day);
  if (start === '') return '';
  const next = new Date(start);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}

/**
 * Reads a moment, or the start or end of a day in UTC, which is what forms send without scripts. Returns an
 * empty text for anything else.
 */
export function parseMoment(text: string, side: 'start' | 'end'): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (!isDay && !/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return '';
  const time = Date.parse(text);
  const dayLength = isDay && side === 'end' ? DAY_MS : 0;
  return Number.isNaN(time) ? '' : new Date(time + dayLength).toISOString();
}

/** Returns the last day of a period in this browser's time zone, given the first moment after the period. */
export function getLastDayBefore(moment: string): string {
  return moment === '' ? '' : toLocalDay(new Date(Date.parse(moment) - 1).toISOString());
}
