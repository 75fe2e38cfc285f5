import { isTimeZone } from '#domain/timestamp.ts';

/** Returns the device's time zone as an IANA name, or null if the browser doesn't know it. */
export function readTimeZone(): string | null {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null;
}
