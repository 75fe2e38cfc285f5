const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A moment in words: date and time in UTC (said so), or in the reader's own zone. */
export function exactTime(at: string, zone: 'UTC' | 'local'): string {
  const shown = new Intl.DateTimeFormat(zone === 'UTC' ? 'en-GB' : undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === 'UTC' ? { timeZone: 'UTC' } : {}),
  }).format(new Date(at));
  return zone === 'UTC' ? `${shown} UTC` : shown;
}

/** A moment as seen from `now` (milliseconds of the epoch): minutes, hours or days away, else its date. */
export function shortTime(at: string, now: number): string {
  const distance = Date.parse(at) - now;
  const size = Math.abs(distance);
  if (size < MINUTE_MS) return 'just now';
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  if (size < HOUR_MS) return relative.format(Math.round(distance / MINUTE_MS), 'minute');
  if (size < DAY_MS) return relative.format(Math.round(distance / HOUR_MS), 'hour');
  if (size < 7 * DAY_MS) return relative.format(Math.round(distance / DAY_MS), 'day');
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(at));
}
