import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { MOST_TRIES } from './health-words.ts';

type Calls = App.Locals['caller']['webhook'];
export type Delivery = Awaited<ReturnType<Calls['deliveries']>>['items'][number];
export type DeliveryWithBody = Awaited<ReturnType<Calls['delivery']>>;

/** Returns how a delivery's state is shown. */
export function deliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): {
  label: () => string;
  tone: Intent;
  icon: IconName;
} {
  switch (status) {
    case 'succeeded':
      return { label: m.templates_delivery_succeeded, tone: 'ok', icon: 'check' };
    case 'failed':
      return { label: m.templates_delivery_failed, tone: 'danger', icon: 'alert' };
    case 'pending':
      return attempts === 0
        ? { label: m.templates_delivery_pending, tone: 'accent', icon: 'clock' }
        : { label: m.templates_delivery_retrying, tone: 'warn', icon: 'clock' };
    default:
      return status satisfies never;
  }
}

/** Says briefly how a delivery went, for a row of the list; empty before the first attempt. */
export function rowOutcome({ status, attempts, lastStatusCode }: Delivery): string {
  if (status === 'failed') return m.templates_delivery_gave_up({ count: attempts });
  const answer = lastStatusCode === null ? [] : [String(lastStatusCode)];
  const tries =
    status === 'pending' && attempts > 0
      ? [m.templates_delivery_try({ number: attempts, most: MOST_TRIES })]
      : [];
  return [...answer, ...tries].join(' · ');
}

const ERRORS: Readonly<Record<string, () => string>> = {
  forbidden_url: m.templates_delivery_error_forbidden_url,
  forbidden_address: m.templates_delivery_error_forbidden_address,
  unresolvable: m.templates_delivery_error_unresolvable,
  unreachable: m.templates_delivery_error_unreachable,
  untrusted: m.templates_delivery_error_untrusted,
  timeout: m.templates_delivery_error_timeout,
  webhook_disabled: m.templates_delivery_error_webhook_disabled,
};

/** Explains the result of the last attempt; empty before the first. */
export function lastOutcome({ lastStatusCode, lastError }: Delivery): string {
  if (lastStatusCode !== null) return m.templates_delivery_answered({ status: lastStatusCode });
  return lastError === null ? '' : (ERRORS[lastError] ?? m.templates_delivery_error_other)();
}
