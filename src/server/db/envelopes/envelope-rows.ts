import type { Timestamp } from '#domain/timestamp.ts';

/** Converts a date to the domain's timestamp: UTC with milliseconds. */
export function toTimestamp(moment: Date): Timestamp {
  return moment.toISOString();
}

/** Converts a timestamp to a date. */
export function toMoment(timestamp: Timestamp): Date {
  return new Date(timestamp);
}

const MOMENTS = new Set([
  'expiresAt',
  'scheduledSendAt',
  'scheduleFailedAt',
  'sentAt',
  'completedAt',
  'declinedAt',
  'voidedAt',
  'expiredAt',
  'sealedAt',
  'deletedAt',
  'expiryWarnedAt',
  'linkIssuedAt',
  'authenticatedAt',
  'newPasskeyAcceptedAt',
  'lastRemindedAt',
  'nextReminderAt',
  'deliveryFailedAt',
  'sealingFailedAt',
  'sealDueAt',
  'consentedAt',
  'signedAt',
  'lastViewedAt',
  'filledAt',
  'latestActionAt',
  'createdAt',
  'updatedAt',
]);

type Row<T> = { [K in keyof T]: Extract<T[K], string> extends Timestamp ? T[K] | Date : T[K] };

/** Converts the timestamps of a record or patch to dates. */
export function toColumns<T extends object>(record: T): Row<T> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      MOMENTS.has(name) && typeof value === 'string' ? toMoment(value) : value,
    ]),
  ) as Row<T>;
}
