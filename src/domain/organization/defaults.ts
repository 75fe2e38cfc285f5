import type { Issue } from '../errors.ts';
import type { ReminderPolicy } from '../envelope/graph.ts';
import type { Timestamp } from '../timestamp.ts';
import type { LegalFramework } from '../envelope/status.ts';
import { DAY_MS } from '../time.ts';

/** The settings that new envelopes start with, unless the caller or the template sets them. */
export type EnvelopeDefaults = {
  readonly legalFramework: LegalFramework;
  readonly consumerDisclosure: boolean;
  /** Whole days from creation; null if envelopes don't expire. */
  readonly expiryDays: number | null;
  readonly reminderPolicy: ReminderPolicy | null;
  /** Whether participants may ask someone else to act in their place. */
  readonly canDelegate: boolean;
  /** Whether tags in documents become fields. */
  readonly textTags: boolean;
};

/** The settings about envelopes that administrators change together. */
export type EnvelopeSettings = EnvelopeDefaults & {
  /** Whether emails about completed envelopes carry the sealed PDF. */
  readonly attachSealed: boolean;
  /** Whether sealed PDFs become archivable (PDF/A-3u) if the document has what that takes. */
  readonly makeArchivable: boolean;
};

/**
 * The defaults that a new organization starts with. Reminders come every three days until an envelope expires.
 */
export const FIRST_DEFAULTS: EnvelopeDefaults = {
  legalFramework: 'esign_ueta',
  consumerDisclosure: false,
  expiryDays: 30,
  reminderPolicy: { firstAfterDays: 3, everyDays: 3, maxReminders: 9 },
  canDelegate: true,
  textTags: false,
};

/** Reports defaults that no envelope could be sent with. */
export function validateDefaults({ legalFramework, consumerDisclosure }: EnvelopeDefaults): Issue[] {
  if (!consumerDisclosure || legalFramework === 'esign_ueta') return [];
  return [{ path: '/consumerDisclosure', message: 'requires the legal framework esign_ueta' }];
}

/** Returns the default expiry of an envelope created now. */
export function getDefaultExpiry(expiryDays: number | null, now: Timestamp): Timestamp | null {
  return expiryDays === null ? null : new Date(Date.parse(now) + expiryDays * DAY_MS).toISOString();
}
