import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Tone } from '#ui/kit/intent.ts';

type Delivery = {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly attempts: number;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
};

/** How the list shows where a delivery stands. */
export function deliveryState({ status, attempts }: Delivery): { label: string; tone: Tone; icon: IconName } {
  switch (status) {
    case 'succeeded':
      return { label: 'Delivered', tone: 'ok', icon: 'check' };
    case 'failed':
      return { label: 'Failed', tone: 'danger', icon: 'alert' };
    case 'pending':
      return attempts === 0
        ? { label: 'On its way', tone: 'accent', icon: 'clock' }
        : { label: 'Will be tried again', tone: 'warn', icon: 'clock' };
    default:
      return status satisfies never;
  }
}

const ERRORS: Readonly<Record<string, string>> = {
  forbidden_url: 'The URL is none that messages may go to.',
  forbidden_address: 'The host is at an address that messages may not go to.',
  unresolvable: 'The name of the host could not be resolved.',
  unreachable: 'The connection was refused or broke off.',
  untrusted: 'The certificate of the host is not trusted.',
  timeout: 'There was no answer within 10 seconds.',
  webhook_disabled: 'Not sent: the webhook was disabled.',
};

/** What came of the last attempt, in a sentence; empty before the first. */
export function lastOutcome({ lastStatusCode, lastError }: Delivery): string {
  if (lastStatusCode !== null) return `Answered ${lastStatusCode}.`;
  return lastError === null ? '' : (ERRORS[lastError] ?? 'There was no answer.');
}
