import { dashboard } from '#ui/envelopes/dashboard-client.ts';

/** Records the browser's time zone if it isn't the known one: emails arrive in the morning there. */
export function noteTimeZone(known: string | null): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // The next page that opens tries again.
  if (timeZone !== known) dashboard.account.setTimeZone.mutate({ timeZone }).catch(() => undefined);
}
