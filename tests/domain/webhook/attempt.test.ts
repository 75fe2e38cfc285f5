import { describe, expect, it } from 'vitest';
import { abandon, concludeAttempt, RETRY_DELAYS_SECONDS } from '#domain/webhook/attempt.ts';
import { changeWebhook } from '#domain/webhook/change.ts';
import { scheduleRedelivery } from '#domain/webhook/redeliver.ts';
import type { Webhook, WebhookDelivery } from '#domain/webhook/webhook.ts';

const NOW = '2027-03-10T12:00:00.000Z';
const facts = { now: NOW, chance: 0.5 };
const ok = { statusCode: 204, excerpt: null, tookMs: 120 };
const broken = { statusCode: 500, excerpt: 'oops', tookMs: 90 };

const webhook: Webhook = {
  id: 'wh_1',
  organizationId: 'org_1',
  url: 'https://example.com',
  description: null,
  events: null,
  enabled: true,
  createdBy: 'usr_1',
  createdWith: 'key_1',
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  previousSecretExpiresAt: null,
  createdAt: NOW,
  updatedAt: NOW,
};
const delivery: WebhookDelivery = {
  id: 'del_1',
  organizationId: 'org_1',
  webhookId: 'wh_1',
  eventId: 'evt_1',
  envelopeId: 'env_1',
  type: 'envelope.sent',
  body: '{}',
  status: 'pending',
  attempts: 0,
  nextAttemptAt: NOW,
  lastAttemptAt: null,
  lastStatusCode: null,
  lastError: null,
  responseExcerpt: null,
  tries: [],
  createdAt: NOW,
};

describe('an attempt', () => {
  it.each([200, 201, 204, 299])('with response %i has succeeded', (statusCode) => {
    const failing = { ...webhook, failingSince: '2027-03-01T00:00:00.000Z' };
    const concluded = concludeAttempt(delivery, failing, { statusCode, excerpt: 'ok', tookMs: 1 }, facts);
    expect(concluded).toMatchObject({
      delivery: {
        status: 'succeeded',
        attempts: 1,
        nextAttemptAt: null,
        lastAttemptAt: NOW,
        lastStatusCode: statusCode,
        responseExcerpt: 'ok',
      },
      webhook: { failingSince: null },
      next: null,
      effects: [],
    });
  });

  it('that succeeds returns a healthy webhook as the same object', () => {
    expect(concludeAttempt(delivery, webhook, ok, facts).webhook).toBe(webhook);
  });

  it.each([
    { statusCode: 301, excerpt: null, tookMs: 1 },
    { statusCode: 404, excerpt: null, tookMs: 1 },
    broken,
    { error: 'timeout', tookMs: 10_000 },
  ])('with the outcome %j is retried', (outcome) => {
    const { delivery: after, webhook: failing, next } = concludeAttempt(delivery, webhook, outcome, facts);
    expect(after).toMatchObject({
      status: 'pending',
      attempts: 1,
      nextAttemptAt: '2027-03-10T12:00:05.000Z',
    });
    expect(failing.failingSince).toBe(NOW);
    expect(next).toEqual({
      delaySeconds: 5,
      effect: {
        name: 'svc/webhook.deliver',
        payload: { organizationId: 'org_1', deliveryId: 'del_1', attempt: 2 },
      },
    });
  });

  it('ends after about three days, with growing delays', () => {
    let current = delivery;
    let waited = 0;
    let longest = 0;
    for (;;) {
      const { delivery: after, next } = concludeAttempt(current, webhook, broken, facts);
      current = after;
      if (next === null) break;
      expect(next.delaySeconds).toBeGreaterThan(longest);
      longest = next.delaySeconds;
      waited += next.delaySeconds;
    }
    expect(current).toMatchObject({
      status: 'failed',
      attempts: RETRY_DELAYS_SECONDS.length + 1,
      nextAttemptAt: null,
    });
    expect(waited / 86_400).toBeCloseTo(3, 0);
  });

  it('varies its delay by at most a tenth', () => {
    const late = { ...delivery, attempts: 4 };
    const delays = [0, 1].map(
      (chance) => concludeAttempt(late, webhook, broken, { now: NOW, chance }).next?.delaySeconds,
    );
    expect(delays).toEqual([6480, 7920]);
  });

  it('with response 410 disables the webhook and tells its owners', () => {
    const {
      delivery: after,
      webhook: disabled,
      next,
      effects,
    } = concludeAttempt(delivery, webhook, { statusCode: 410, excerpt: null, tookMs: 1 }, facts);
    expect(after.status).toBe('failed');
    expect(next).toBeNull();
    expect(disabled).toMatchObject({ enabled: false, disabledReason: 'gone', disabledAt: NOW });
    expect(effects).toEqual([
      { name: 'svc/webhook.disabled', payload: { organizationId: 'org_1', webhookId: 'wh_1' } },
    ]);
  });

  it('disables the webhook five days after the first failure, not earlier', () => {
    const since = (failingSince: string) =>
      concludeAttempt(delivery, { ...webhook, failingSince }, broken, facts);
    expect(since('2027-03-05T12:00:00.000Z').webhook).toMatchObject({
      enabled: false,
      disabledReason: 'failing',
    });
    expect(since('2027-03-05T12:00:00.001Z').webhook).toMatchObject({ enabled: true });
  });

  it('does not change a webhook that was disabled meanwhile', () => {
    const disabled = changeWebhook(webhook, { enabled: false }, NOW, webhook);
    const concluded = concludeAttempt(
      delivery,
      disabled,
      { statusCode: 410, excerpt: null, tookMs: 1 },
      facts,
    );
    expect(concluded.webhook).toBe(disabled);
    expect(concluded.effects).toEqual([]);
  });

  it('at a test message is made once and does not affect the webhook', () => {
    const test: WebhookDelivery = { ...delivery, type: 'webhook.test', eventId: null, envelopeId: null };
    const concluded = concludeAttempt(test, webhook, broken, facts);
    expect(concluded).toMatchObject({ delivery: { status: 'failed' }, next: null });
    expect(concluded.webhook).toBe(webhook);
  });

  it('for a disabled webhook is not made', () => {
    expect(abandon(delivery)).toMatchObject({
      status: 'failed',
      attempts: 0,
      lastError: 'webhook_disabled',
      nextAttemptAt: null,
    });
  });
});

describe('delivering again', () => {
  it('makes a finished or waiting delivery due', () => {
    for (const change of [
      { status: 'succeeded', nextAttemptAt: null },
      { status: 'failed', nextAttemptAt: null },
      { status: 'pending', nextAttemptAt: '2027-03-10T14:00:00.000Z' },
      { status: 'pending', nextAttemptAt: '2027-03-10T11:00:00.000Z' },
    ] as const)
      expect(scheduleRedelivery({ ...delivery, ...change }, NOW)).toMatchObject({
        status: 'pending',
        nextAttemptAt: NOW,
      });
  });

  it('does nothing during an attempt', () => {
    expect(scheduleRedelivery(delivery, NOW)).toBe(delivery);
  });
});

describe('enabling', () => {
  const OTHER = { createdBy: 'usr_2', createdWith: null };

  it('clears the reason and time it was disabled, and makes it its own', () => {
    const disabled: Webhook = {
      ...webhook,
      enabled: false,
      disabledReason: 'failing',
      disabledAt: NOW,
      failingSince: '2027-03-01T00:00:00.000Z',
    };
    expect(changeWebhook(disabled, { enabled: true }, NOW, OTHER)).toMatchObject({
      ...OTHER,
      enabled: true,
      disabledReason: null,
      disabledAt: null,
      failingSince: null,
    });
    expect(changeWebhook(disabled, { description: 'x' }, NOW, OTHER)).toMatchObject({
      disabledReason: 'failing',
      createdBy: 'usr_1',
    });
    // What is enabled already stays its creator's, whoever says so again.
    expect(changeWebhook(webhook, { enabled: true }, NOW, OTHER)).toMatchObject({ createdBy: 'usr_1' });
  });
});
