import type {
  Envelope,
  EnvelopeDocument,
  EnvelopeField,
  Participant,
  Timestamp,
} from '#domain/envelope/graph.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import type { documents } from './schema/documents.ts';
import type { envelopeFields } from './schema/envelope-fields.ts';
import type { envelopes } from './schema/envelopes.ts';
import type { events } from './schema/events.ts';
import type { participants } from './schema/participants.ts';

/** A database moment as the domain's timestamp: UTC with milliseconds. */
export function toTimestamp(moment: Date): Timestamp {
  return moment.toISOString();
}

function optional(moment: Date | null): Timestamp | null {
  return moment === null ? null : moment.toISOString();
}

/** A domain timestamp as a database moment. */
export function toMoment(timestamp: Timestamp): Date {
  return new Date(timestamp);
}

export function toEnvelope({
  // Made by the database for its indexes.
  needsAttention: _attention,
  sortName: _name,
  nearness: _nearness,
  ...row
}: typeof envelopes.$inferSelect): Envelope {
  return {
    ...row,
    expiresAt: optional(row.expiresAt),
    scheduledSendAt: optional(row.scheduledSendAt),
    sentAt: optional(row.sentAt),
    completedAt: optional(row.completedAt),
    declinedAt: optional(row.declinedAt),
    voidedAt: optional(row.voidedAt),
    expiredAt: optional(row.expiredAt),
    deletedAt: optional(row.deletedAt),
    expiryWarnedAt: optional(row.expiryWarnedAt),
    sealedAt: optional(row.sealedAt),
    sealingFailedAt: optional(row.sealingFailedAt),
    latestActionAt: toTimestamp(row.latestActionAt),
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}

export function toParticipant(row: typeof participants.$inferSelect): Participant {
  return {
    ...row,
    linkIssuedAt: optional(row.linkIssuedAt),
    lastRemindedAt: optional(row.lastRemindedAt),
    nextReminderAt: optional(row.nextReminderAt),
    deliveryFailedAt: optional(row.deliveryFailedAt),
    consentedAt: optional(row.consentedAt),
    signedAt: optional(row.signedAt),
    declinedAt: optional(row.declinedAt),
    lastViewedAt: optional(row.lastViewedAt),
    latestActionAt: optional(row.latestActionAt),
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}

export function toField({ orderIndex: _order, ...row }: typeof envelopeFields.$inferSelect): EnvelopeField {
  return {
    ...row,
    filledAt: optional(row.filledAt),
    createdAt: toTimestamp(row.createdAt),
    updatedAt: toTimestamp(row.updatedAt),
  };
}

export function toDocument(row: typeof documents.$inferSelect): EnvelopeDocument {
  const { variant, key, contentType, sha256, sizeBytes, pageCount } = row;
  return { variant, key, contentType, sha256, sizeBytes, pageCount };
}

export function toEvent(row: typeof events.$inferSelect): EventRecord {
  return { ...row, occurredAt: toTimestamp(row.occurredAt) };
}

const MOMENTS = new Set([
  'expiresAt',
  'scheduledSendAt',
  'sentAt',
  'completedAt',
  'declinedAt',
  'voidedAt',
  'expiredAt',
  'sealedAt',
  'deletedAt',
  'expiryWarnedAt',
  'linkIssuedAt',
  'lastRemindedAt',
  'nextReminderAt',
  'deliveryFailedAt',
  'sealingFailedAt',
  'consentedAt',
  'signedAt',
  'lastViewedAt',
  'filledAt',
  'latestActionAt',
  'createdAt',
  'updatedAt',
]);

type Row<T> = { [K in keyof T]: Extract<T[K], string> extends Timestamp ? T[K] | Date : T[K] };

/** Columns for the database: the timestamps among a record's or patch's properties become moments. */
export function toColumns<T extends object>(record: T): Row<T> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      MOMENTS.has(name) && typeof value === 'string' ? toMoment(value) : value,
    ]),
  ) as Row<T>;
}
