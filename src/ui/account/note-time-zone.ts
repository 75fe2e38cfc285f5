import { dashboard } from '#ui/envelopes/dashboard-client.ts';

/**
 * Records the browser's time zone if it differs from the known one. Emails are sent in the morning of that
 * time zone.
 */
export function noteTimeZone(known: string | null): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // If this fails, the next page that opens tries again.
  if (timeZone !== known) dashboard.account.setTimeZone.mutate({ timeZone }).catch(() => undefined);
}
