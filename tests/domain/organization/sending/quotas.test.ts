import { expect, it } from 'vitest';
import { createQuotaRefusal, getQuotaLimit, QUOTAS } from '#domain/organization/sending/quotas.ts';

const DAY_MS = 24 * 60 * 60_000;
const FOUNDED = new Date('2027-03-01T09:00:00.000Z');
const SETTINGS = { emails: 10_000, resends: 50, uploads: 10_000, storage: 100_000, apiKeys: 200, newDays: 7 };
const limitAfter = (days: number, settings = SETTINGS, isTest = false) =>
  getQuotaLimit(
    settings,
    'emails',
    { createdAt: FOUNDED, isTest },
    new Date(FOUNDED.getTime() + days * DAY_MS),
  );

it('is lower while an organization is new, and never above the setting', () => {
  expect(limitAfter(6.9)).toBe(QUOTAS.emails.forNew);
  expect(limitAfter(7)).toBe(10_000);
  expect(limitAfter(0, { ...SETTINGS, emails: 3 })).toBe(3);
  expect(limitAfter(0, { ...SETTINGS, newDays: 0 })).toBe(10_000);
});

it('is low for a test environment, however old, and never above the setting', () => {
  expect(limitAfter(365, SETTINGS, true)).toBe(QUOTAS.emails.forTest);
  expect(limitAfter(365, { ...SETTINGS, emails: 3 }, true)).toBe(3);
});

it('says when the next day starts', () => {
  const { details } = createQuotaRefusal('emails', 500, new Date('2027-03-01T23:59:00.000Z'));
  expect(details).toEqual({ quota: 'emails', limit: 500, retryAfterSeconds: 60 });
});
