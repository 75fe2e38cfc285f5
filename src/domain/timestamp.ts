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
