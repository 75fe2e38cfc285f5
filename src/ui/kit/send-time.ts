import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';

/**
 * Returns a time in the format of a `datetime-local` input, in this browser's time zone: YYYY-MM-DDTHH:mm.
 */
export function toLocalInput(moment: string): string {
  const date = new Date(moment);
  const padTwo = (value: number) => String(value).padStart(2, '0');
  const day = [
    String(date.getFullYear()).padStart(4, '0'),
    padTwo(date.getMonth() + 1),
    padTwo(date.getDate()),
  ];
  return `${day.join('-')}T${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`;
}

/**
 * Returns the time of a `datetime-local` input as ISO 8601 in UTC, or null if it's empty or skipped by a
 * clock change.
 */
export function parseLocalInput(input: string): string | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(input)?.slice(1).map(Number);
  if (parts === undefined) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = parts;
  const moment = new Date(year, month - 1, day, hour, minute).toISOString();
  return toLocalInput(moment) === input.slice(0, 16) ? moment : null;
}

/** Returns what is wrong with a send time, or null. `now` and `expiresAt` are ISO 8601 in UTC. */
export function findSendTimeProblem(input: string, now: string, expiresAt: string | null): string | null {
  if (input === '') return m.common_send_time_missing();
  const moment = parseLocalInput(input);
  if (moment === null) return m.common_send_time_skipped();
  if (moment <= now) return m.common_send_time_past();
  if (expiresAt !== null && moment >= expiresAt) return m.common_send_time_expired();
  return null;
}

/** Returns 9:00 on the next day in this browser's time zone, in the format of a `datetime-local` input. */
export function getNextMorning(now: Date): string {
  const morning = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 9, 0);
  return toLocalInput(morning.toISOString());
}

/**
 * Returns the time zone of this browser and its offset from UTC at a moment, such as Europe/Berlin (GMT+2).
 */
export function formatZone(at: Date): string {
  const format = new Intl.DateTimeFormat(getLocale(), { timeZoneName: 'shortOffset' });
  const offset = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  const { timeZone } = format.resolvedOptions();
  return offset === undefined || offset === timeZone ? timeZone : `${timeZone} (${offset})`;
}
