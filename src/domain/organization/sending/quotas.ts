import type { ErrorDetails } from '../../errors.ts';
import { REFUSAL_MESSAGES } from '../../refusal-messages.ts';
import { DAY_MS } from '../../time.ts';

/**
 * How much an organization may use, per day (UTC) or in total. New organizations get at most `forNew`,
 * because nobody knows them yet, and test environments at most `forTest`. The operator sets each limit by the
 * variable named in `setting`.
 */
export const QUOTAS = {
  /** Emails that ask people for their signature, and weekly digests. */
  emails: { per: 'day', limit: 10_000, forNew: 500, forTest: 500, setting: 'QUOTA_EMAILS_PER_DAY' },
  /** The part of these emails that are reminders and new links, per address. */
  resends: { per: 'day', limit: 50, forNew: 20, forTest: 20, setting: 'QUOTA_RESENDS_PER_DAY' },
  uploads: { per: 'day', limit: 10_000, forNew: 1000, forTest: 500, setting: 'QUOTA_UPLOADS_PER_DAY' },
  /** The size of documents, templates and attachments, in megabytes. */
  storage: { per: 'total', limit: 100_000, forNew: 5000, forTest: 1000, setting: 'QUOTA_STORAGE_MB' },
  apiKeys: { per: 'total', limit: 200, forNew: 50, forTest: 20, setting: 'QUOTA_API_KEYS' },
} as const satisfies Record<string, Quota>;

type Quota = {
  readonly per: 'day' | 'total';
  readonly limit: number;
  readonly forNew: number;
  readonly forTest: number;
  readonly setting: string;
};
export type QuotaName = keyof typeof QUOTAS;
export const QUOTA_NAMES = [
  'emails',
  'resends',
  'uploads',
  'storage',
  'apiKeys',
] as const satisfies readonly QuotaName[];

/** The operator's limits, and the number of days for which an organization counts as new. */
export type QuotaSettings = Readonly<Record<QuotaName, number>> & { readonly newDays: number };

/** What an organization's limits depend on. */
export type QuotaHolder = { readonly createdAt: Date; readonly isTest: boolean };

/** Returns an organization's limit at a given time. */
export function getQuotaLimit(
  settings: QuotaSettings,
  name: QuotaName,
  { createdAt, isTest }: QuotaHolder,
  now: Date,
): number {
  const { forNew, forTest } = QUOTAS[name];
  const isNew = now.getTime() - createdAt.getTime() < settings.newDays * DAY_MS;
  return Math.min(settings[name], isNew ? forNew : Infinity, isTest ? forTest : Infinity);
}

/** Returns the day that a use counts toward. */
export function getQuotaDay(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Returns the refusal of a use beyond a daily limit, which resets at midnight (UTC). */
export function createQuotaRefusal(
  quota: QuotaName,
  limit: number,
  now: Date,
): { readonly code: 'rate_limited'; readonly details: ErrorDetails; readonly message: string } {
  const midnight = Date.parse(getQuotaDay(now)) + DAY_MS;
  const retryAfterSeconds = Math.ceil((midnight - now.getTime()) / 1000);
  return {
    code: 'rate_limited',
    details: { quota, limit, retryAfterSeconds },
    message: REFUSAL_MESSAGES.quota_daily,
  };
}

/** Returns the refusal of an upload to an organization whose storage is full. */
export function createStorageRefusal(limit: number): {
  readonly code: 'rate_limited';
  readonly details: ErrorDetails;
  readonly message: string;
} {
  const details = { quota: 'storage', limit, retryAfterSeconds: STORAGE_RETRY_SECONDS };
  return { code: 'rate_limited', details, message: REFUSAL_MESSAGES.storage_full };
}

/** A long delay: people have to free storage, and waiting alone doesn't. */
const STORAGE_RETRY_SECONDS = 60 * 60;
