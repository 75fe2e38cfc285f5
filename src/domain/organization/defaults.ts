import type { Issue } from '../errors.ts';
import type { ReminderPolicy } from '../envelope/graph.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LegalFramework } from '../envelope/status.ts';

/** What new envelopes of an organization begin with, where neither caller nor template says otherwise. */
export type EnvelopeDefaults = {
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  /** Whole days from the making of the envelope; null for none. */
  readonly expiryDays: number | null;
  readonly reminderPolicy: ReminderPolicy | null;
};

/** What an organization begins with itself. */
export const FIRST_DEFAULTS: EnvelopeDefaults = {
  legalFramework: 'esign_ueta',
  consumerDisclosure: false,
  expiryDays: null,
  reminderPolicy: null,
};

/** Defaults with which no envelope could be sent. */
export function defaultsIssues({ legalFramework, consumerDisclosure }: EnvelopeDefaults): Issue[] {
  if (!consumerDisclosure || legalFramework === 'esign_ueta') return [];
  return [{ path: '/consumerDisclosure', message: 'requires the legal framework esign_ueta' }];
}

/** When an envelope that is made now expires by default. */
export function defaultExpiry(expiryDays: number | null, now: Timestamp): Timestamp | null {
  return expiryDays === null ? null : new Date(Date.parse(now) + expiryDays * DAY_MS).toISOString();
}

const DAY_MS = 24 * 60 * 60_000;
