import type { Effect } from '../effects.ts';
import { LIMITS } from '../limits.ts';
import { nextAttempt } from './notifications.ts';
import {
  TEST_EVENT,
  WEBHOOK_DISABLED,
  type DisabledReason,
  type Webhook,
  type WebhookDelivery,
} from './webhook.ts';

/** What came of one attempt: an answer of the webhook's server, or why there was none. */
export type AttemptOutcome =
  { readonly statusCode: number; readonly excerpt: string | null } | { readonly error: string };

/** What an attempt leaves behind. `next` is the job of the attempt after it, and when it is due. */
export type Concluded = {
  readonly delivery: WebhookDelivery;
  readonly webhook: Webhook;
  readonly next: { readonly effect: Effect; readonly delaySeconds: number } | null;
  readonly effects: readonly Effect[];
};

/** How long after a failed attempt the next one is made. All of them together take about three days. */
export const RETRY_DELAYS_SECONDS = [5, 60, 300, 1800, 7200, 18_000, 36_000, 72_000, 122_400] as const;
/** Delays are varied by a tenth, so that what failed together does not come back together. */
const VARIATION = 0.1;
/** RFC 9110 section 15.5.11: the receiver wants no more of it. */
const GONE = 410;

/**
 * Concludes an attempt: success is any 2xx (a redirect is none, since it is not followed), anything else is tried again
 * until the delays are used up. 410 disables the webhook at once, and so does failing for days without a success.
 * `chance` is a random number from 0 to 1. Tests are tried once and say nothing of the receiver's past.
 */
export function concludeAttempt(
  delivery: WebhookDelivery,
  webhook: Webhook,
  outcome: AttemptOutcome,
  { now, chance }: { readonly now: string; readonly chance: number },
): Concluded {
  const tried = recorded(delivery, outcome, now);
  if (isSuccess(outcome)) {
    const well = webhook.failingSince === null ? webhook : { ...webhook, failingSince: null };
    return {
      delivery: { ...tried, status: 'succeeded', nextAttemptAt: null },
      webhook: well,
      next: null,
      effects: [],
    };
  }
  const reason = reasonToDisable(delivery, webhook, outcome, now);
  if (reason !== null) return { ...givenUp(tried), ...disabled(webhook, reason, now) };
  const failing =
    isTest(delivery) || !webhook.enabled || webhook.failingSince !== null
      ? webhook
      : { ...webhook, failingSince: now };
  const delay = isTest(delivery) ? undefined : RETRY_DELAYS_SECONDS[tried.attempts - 1];
  if (delay === undefined) return { ...givenUp(tried), webhook: failing, effects: [] };
  const delaySeconds = Math.round(delay * (1 - VARIATION + 2 * VARIATION * chance));
  const nextAttemptAt = new Date(Date.parse(now) + delaySeconds * 1000).toISOString();
  const waiting = { ...tried, nextAttemptAt };
  return {
    delivery: waiting,
    webhook: failing,
    next: { effect: nextAttempt(waiting), delaySeconds },
    effects: [],
  };
}

/** A delivery whose webhook was disabled before its attempt: it is not made. */
export function abandon(delivery: WebhookDelivery): WebhookDelivery {
  return { ...delivery, status: 'failed', nextAttemptAt: null, lastError: WEBHOOK_DISABLED };
}

function recorded(delivery: WebhookDelivery, outcome: AttemptOutcome, now: string): WebhookDelivery {
  const answered = 'statusCode' in outcome;
  return {
    ...delivery,
    attempts: delivery.attempts + 1,
    lastAttemptAt: now,
    lastStatusCode: answered ? outcome.statusCode : null,
    lastError: answered ? null : outcome.error,
    responseExcerpt: answered ? outcome.excerpt : null,
  };
}

function givenUp(delivery: WebhookDelivery): Pick<Concluded, 'delivery' | 'next'> {
  return { delivery: { ...delivery, status: 'failed', nextAttemptAt: null }, next: null };
}

function reasonToDisable(
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

/** The owner is told: the service does not stop something that was asked for without a word. */
function disabled(
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

function isSuccess(outcome: AttemptOutcome): boolean {
  return 'statusCode' in outcome && outcome.statusCode >= 200 && outcome.statusCode < 300;
}

function isTest({ type }: WebhookDelivery): boolean {
  return type === TEST_EVENT;
}
