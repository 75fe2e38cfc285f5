import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { IconName } from '#ui/kit/icons/icon-paths.ts';
import type { Intent } from '#ui/kit/intent.ts';
import { MOST_TRIES } from './health-words.ts';

type Calls = App.Locals['caller']['webhook'];
export type Delivery = Awaited<ReturnType<Calls['deliveries']>>['items'][number];
export type DeliveryWithBody = Awaited<ReturnType<Calls['delivery']>>;

/** Returns the label, color and icon of a delivery's state. */
export function getDeliveryState({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>): {
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

/** Summarizes how a delivery went, for a row of the list. Empty before the first attempt. */
export function describeOutcome({ status, attempts, lastStatusCode, tries: made }: Delivery): string {
  if (status === 'failed') return m.templates_delivery_gave_up({ count: attempts });
  const answer = lastStatusCode === null ? [] : [String(lastStatusCode)];
  const tries =
    status === 'pending' && attempts > 0
      ? [m.templates_delivery_try({ number: attempts, most: MOST_TRIES })]
      : [];
  const latest = made.at(-1);
  const took = status === 'succeeded' && latest !== undefined ? [formatServerTime(latest.tookMs)] : [];
  return [...answer, ...took, ...tries].join(' · ');
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

/** Explains the result of an attempt. */
export function explainOutcome(statusCode: number | null, error: string | null): string {
  if (statusCode !== null) return m.templates_delivery_answered({ status: statusCode });
  return error === null ? '' : (ERRORS[error] ?? m.templates_delivery_error_other)();
}

/** Formats how long a server took, in milliseconds below one second. */
export function formatServerTime(milliseconds: number): string {
  const isLong = milliseconds >= 1000;
  return new Intl.NumberFormat(getLocale(), {
    style: 'unit',
    unit: isLong ? 'second' : 'millisecond',
    unitDisplay: 'short',
    minimumFractionDigits: isLong ? 1 : 0,
    maximumFractionDigits: isLong ? 1 : 0,
  }).format(isLong ? milliseconds / 1000 : milliseconds);
}

/** Breaks a body, which is sent on a single line, into indented lines. */
export function indentBody(body: string): string {
  return JSON.stringify(JSON.parse(body), null, 2);
}
