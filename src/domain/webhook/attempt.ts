import type { Effect } from '../effects.ts';
import { LIMITS } from '../limits.ts';
import { createNextAttempt } from './notifications.ts';
import { WEBHOOK_DISABLED, type DisabledReason, type Webhook, type WebhookDelivery } from './webhook.ts';

/** The result of one attempt: the server's response, or why there was none. */
export type AttemptOutcome = (
  { readonly statusCode: number; readonly excerpt: string | null } | { readonly error: string }
) & {
  readonly tookMs: number;
};

/** The result of an attempt. `next` is the job for the following attempt and the time when it is due. */
export type Concluded = {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly next: { readonly effect: Effect; readonly delaySeconds: number } | null;
  readonly effects: readonly Effect[];
};

/** The delay before each retry; about three days in total. */
export const RETRY_DELAYS_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 72_000, 122_400] as const;
/** The number of tries that are kept, because people can send a message again any number of times. */
const TRIES_KEPT = 20;
/** Varies delays by a tenth, so that failed deliveries don't all retry at once. */
const VARIATION = 0.1;
/** RFC 9110 section 15.5.11: the receiver wants no more deliveries. */
const GONE = 410;

/**
 * Concludes an attempt. Any 2xx is a success; redirects aren't followed and count as failures. Failures are
 * retried until the delays are used up. A 410, or failing for days, disables the webhook. `chance` is a
 * random number from 0 to
 * 1. Test deliveries are tried once and don't count.
 */
export function concludeAttempt(
  delivery: WebhookDelivery,
  webhook: Webhook,
  outcome: AttemptOutcome,
  { now, chance }: { readonly now: string; readonly chance: number },
): Concluded {
  const tried = recordOutcome(delivery, outcome, now);
  if (isSuccess(outcome)) {
    const well = webhook.failingSince === null ? webhook : { ...webhook, failingSince: null };
    return {
      delivery: { ...tried, status: 'succeeded', nextAttemptAt: null },
      webhook: well,
      next: null,
      effects: [],
    };
  }
  const reason = findDisableReason(delivery, webhook, outcome, now);
  if (reason !== null) return { ...giveUp(tried), ...disableWebhook(webhook, reason, now) };
  const failing =
    isTest(delivery) || !webhook.enabled || webhook.failingSince !== null
      ? webhook
      : { ...webhook, failingSince: now };
  const delay = isTest(delivery) ? undefined : RETRY_DELAYS_SECONDS[tried.attempts - 1];
  if (delay === undefined) return { ...giveUp(tried), webhook: failing, effects: [] };
  const delaySeconds = Math.round(delay * (1 - VARIATION + 2 * VARIATION * chance));
  const nextAttemptAt = new Date(Date.parse(now) + delaySeconds * 1000).toISOString();
  const waiting = { ...tried, nextAttemptAt };
  return {
    delivery: waiting,
    webhook: failing,
    next: { effect: createNextAttempt(waiting), delaySeconds },
    effects: [],
  };
}

/** Ends a delivery whose webhook was disabled before the attempt. */
export function abandon(delivery: WebhookDelivery): WebhookDelivery {
  return { ...delivery, status: 'failed', nextAttemptAt: null, lastError: WEBHOOK_DISABLED };
}

function recordOutcome(delivery: WebhookDelivery, outcome: AttemptOutcome, now: string): WebhookDelivery {
  const answered = 'statusCode' in outcome;
  const result = answered
    ? { statusCode: outcome.statusCode, error: null }
    : { statusCode: null, error: outcome.error };
  return {
    ...delivery,
    attempts: delivery.attempts + 1,
    lastAttemptAt: now,
    lastStatusCode: result.statusCode,
    lastError: result.error,
    responseExcerpt: answered ? outcome.excerpt : null,
    tries: [...delivery.tries, { at: now, ...result, tookMs: outcome.tookMs }].slice(-TRIES_KEPT),
  };
}

function giveUp(delivery: WebhookDelivery): Pick<Concluded, 'delivery' | 'next'> {
  return { delivery: { ...delivery, status: 'failed', nextAttemptAt: null }, next: null };
}

function findDisableReason(
  delivery: WebhookDelivery,
  { enabled, failingSince }: Webhook,
  outcome: AttemptOutcome,
  now: string,
): DisabledReason | null {
  if (!enabled) return null;
  if ('statusCode' in outcome && outcome.statusCode === GONE) return 'gone';
  if (isTest(delivery) || failingSince === null) return null;
  return Date.parse(now) - Date.parse(failingSince) >= LIMITS.webhookFailingMs ? 'failing' : null;
}

/** Disables a webhook and tells the owners, because something that they requested stops. */
export function disableWebhook(
  webhook: Webhook,
  disabledReason: DisabledReason,
  now: string,
): Pick<Concluded, 'webhook' | 'effects'> {
  const { organizationId, id: webhookId } = webhook;
  return {
    webhook: { ...webhook, enabled: false, disabledReason, disabledAt: now, updatedAt: now },
    effects: [{ name: 'svc/webhook.disabled', payload: { organizationId, webhookId } }],
  };
}

export function isSuccess(outcome: AttemptOutcome): boolean {
  return 'statusCode' in outcome && outcome.statusCode >= 200 && outcome.statusCode < 300;
}

/** Checks whether a delivery is a test or a sample, which has no event behind it. */
function isTest({ eventId }: WebhookDelivery): boolean {
  return eventId === null;
}
