import { m } from '#i18n/compiled/messages.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';

type Delivery = {
  readonly status: 'pending' | 'succeeded' | 'failed';
  readonly attempts: number;
  readonly lastStatusCode: number | null;
  readonly lastError: string | null;
};

/** Returns how a delivery's state is shown. */
export function deliveryState({ status, attempts }: Delivery): {
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
