import type { VariableValues } from '#domain/variables/values.ts';
import {
  ATTENTION,
  DELIVERY_MODES,
  DETECTION_STATUSES,
  DOCUMENT_STATUSES,
  ENVELOPE_STATUSES,
  LEGAL_FRAMEWORKS,
  SEAL_LEVELS,
  SOURCE_FORMATS,
} from '#domain/envelope/status.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { TRACKED_CHANGES } from '#domain/document/notices.ts';
import type { DetectedParty, ReminderPolicy } from '#domain/envelope/graph.ts';
import type { Message } from '#domain/envelope/message.ts';
import {
  createdAt,
  eventActions,
  buildMessageLimits,
  moment,
  ownId,
  ownReference,
  updatedAt,
} from './columns.ts';
import { listIndexes, nearness, needsAttention, senderKey, sortName } from './envelope-list-columns.ts';
import { organizations } from './organizations.ts';
import { teams } from './teams.ts';
import { templates } from './templates.ts';
import { users } from './users.ts';

export const envelopes = pgTable(
  'envelopes',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    teamId: text('team_id').notNull(),
    templateId: text('template_id'),
    templateContentHash: text('template_content_hash'),
    status: text('status', { enum: ENVELOPE_STATUSES }).notNull(),
    detectionStatus: text('detection_status', { enum: DETECTION_STATUSES }).notNull(),
    detectionWanted: boolean('detection_wanted').notNull().default(false),
    documentStatus: text('document_status', { enum: DOCUMENT_STATUSES }).notNull().default('received'),
    documentRefusal: text('document_refusal'),
    textTags: boolean('text_tags').notNull().default(false),
    /** The values for the variables of Word files. */
    variableValues: jsonb('variable_values').$type<VariableValues>(),
    /** How a job treats the tracked changes of the Word file that it converts. */
    trackedChanges: text('tracked_changes', { enum: TRACKED_CHANGES }).notNull().default('accept'),
    version: integer('version').notNull(),
    originalFilename: text('original_filename').notNull(),
    displayName: text('display_name').notNull(),
    sourceFormat: text('source_format', { enum: SOURCE_FORMATS }).notNull(),
    contentHash: text('content_hash'),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    deliveryMode: text('delivery_mode', { enum: DELIVERY_MODES }).notNull(),
    legalFramework: text('legal_framework', { enum: LEGAL_FRAMEWORKS }).notNull(),
    consumerDisclosure: boolean('consumer_disclosure').notNull(),
    expiresAt: moment('expires_at'),
    scheduledSendAt: moment('scheduled_send_at'),
    /** The person who last scheduled the envelope. */
    scheduledBy: text('scheduled_by').references(() => users.id),
    scheduleFailedAt: moment('schedule_failed_at'),
    sentAt: moment('sent_at'),
    completedAt: moment('completed_at'),
    declinedAt: moment('declined_at'),
    voidedAt: moment('voided_at'),
    expiredAt: moment('expired_at'),
    /**
     * When a draft was deleted or an envelope erased. Its row and log stay, since events are never deleted,
     * but nobody can see it.
     */
    deletedAt: moment('deleted_at'),
    /** When the content and personal details were erased. */
    erasedAt: moment('erased_at'),
    /** When a member filed the envelope in the archive. Says nothing about the document, like labels. */
    archivedAt: moment('archived_at'),
    /** When the sender and the current signer were warned of the expiration. */
    expiryWarnedAt: moment('expiry_warned_at'),
    sealedAt: moment('sealed_at'),
    sealingFailedAt: moment('sealing_failed_at'),
    sealLevel: text('seal_level', { enum: SEAL_LEVELS }),
    /** When the seal is due to be raised to a higher level or to have its timestamp renewed. */
    sealDueAt: moment('seal_due_at'),
    reminderPolicy: jsonb('reminder_policy').$type<ReminderPolicy>(),
    metadata: jsonb('metadata').$type<Record<string, string>>(),
    senderUserId: text('sender_user_id').references(() => users.id),
    senderName: text('sender_name').notNull(),
    senderEmail: text('sender_email').notNull(),
    /** The pattern that names the envelope when it is sent. Null if it has an explicit name. */
    namePattern: text('name_pattern'),
    /** The prefill values that the envelope was created with, by key. Name patterns use them. */
    prefill: jsonb('prefill').$type<Record<string, string>>(),
    detectedParties: jsonb('detected_parties').$type<DetectedParty[]>(),
    message: jsonb('message').$type<Message>(),
    latestAction: text('latest_action', { enum: eventActions }).notNull(),
    latestActionAt: moment('latest_action_at').notNull(),
    standingAttention: text('standing_attention', { enum: ATTENTION }).array().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    /** Counts the versions of a contract, from 1. */
    versionNumber: integer('version_number').notNull().default(1),
    /** The envelope that this one replaces when it is sent. */
    previousVersionId: text('previous_version_id'),
    /** The envelope that replaced this one. */
    replacedById: text('replaced_by_id'),
    needsAttention: needsAttention(),
    sortName: sortName(),
    senderKey: senderKey(),
    nearness: nearness(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('envelopes_team', table, table.teamId, teams),
    ownReference('envelopes_template', table, table.templateId, templates),
    foreignKey({
      name: 'envelopes_previous_version',
      columns: [table.organizationId, table.previousVersionId],
      foreignColumns: [table.organizationId, table.id],
    }),
    foreignKey({
      name: 'envelopes_replaced_by',
      columns: [table.organizationId, table.replacedById],
      foreignColumns: [table.organizationId, table.id],
    }),
    // An envelope has one next version at most that can still be sent, or was.
    uniqueIndex('envelopes_next_version')
      .on(table.organizationId, table.previousVersionId)
      .where(
        sql`${table.previousVersionId} is not null and ${table.deletedAt} is null and ${table.status} <> 'voided'`,
      ),
    check(
      'envelopes_version_number',
      sql`${table.versionNumber} between 1 and ${sql.raw(String(LIMITS.versionsMax))} and (${table.versionNumber} = 1) = (${table.previousVersionId} is null)`,
    ),
    check(
      'envelopes_replaced_when_ended',
      sql`${table.replacedById} is null or ${table.status} in ('declined', 'voided', 'expired')`,
    ),
    // A signing link names only the envelope, not its organization.
    index('envelopes_id').on(table.id),
    ...listIndexes(table),
    index('envelopes_sent')
      .on(table.organizationId, table.sentAt)
      .where(sql`${table.sentAt} is not null`),
    index('envelopes_sender').on(table.organizationId, table.senderUserId),
    index('envelopes_sender_email').on(table.organizationId, table.senderKey),
    index('envelopes_waiting_of_sender')
      .on(table.organizationId, table.senderUserId, table.sentAt)
      .where(sql`${table.status} = 'in_progress'`),
    index('envelopes_unsealed')
      .on(table.completedAt)
      .where(sql`${table.status} = 'completed' and ${table.sealedAt} is null`),
    index('envelopes_seal_due')
      .on(table.sealDueAt)
      .where(sql`${table.sealDueAt} is not null`),
    index('envelopes_scheduled')
      .on(table.scheduledSendAt)
      .where(sql`${table.status} in ('draft', 'review') and ${table.scheduledSendAt} is not null`),
    index('envelopes_expiring')
      .on(table.expiresAt)
      .where(sql`${table.status} = 'in_progress' and ${table.expiresAt} is not null`),
    index('envelopes_being_read')
      .on(table.updatedAt)
      .where(sql`${table.status} = 'detecting' or ${table.documentStatus} = 'processing'`),
    check(
      'envelopes_scheduled_by',
      sql`${table.scheduledSendAt} is null or ${table.scheduledBy} is not null`,
    ),
    check(
      'envelopes_refused_document',
      sql`(${table.documentStatus} = 'refused') = (${table.documentRefusal} is not null)`,
    ),
    check(
      'envelopes_deleted_draft',
      sql`${table.deletedAt} is null or ${table.erasedAt} is not null or ${table.status} in ('draft', 'review')`,
    ),
    check(
      'envelopes_archived_when_ended',
      sql`${table.archivedAt} is null or ${table.status} in ('completed', 'declined', 'voided', 'expired')`,
    ),
    index('envelopes_archived')
      .on(table.organizationId, table.archivedAt)
      .where(sql`${table.archivedAt} is not null`),
    check('envelopes_erased', sql`${table.erasedAt} is null or ${table.deletedAt} is not null`),
    index('envelopes_ended')
      .on(
        table.organizationId,
        sql`coalesce(${table.completedAt}, ${table.declinedAt}, ${table.voidedAt}, ${table.expiredAt})`,
      )
      .where(
        sql`${table.deletedAt} is null and ${table.status} in ('completed', 'declined', 'voided', 'expired')`,
      ),
    check('envelopes_message', buildMessageLimits(table.message)),
    check('envelopes_tracked_changes', sql`${table.trackedChanges} in ('accept', 'reject', 'keep')`),
    check('envelopes_version_positive', sql`${table.version} >= 1`),
    check(
      'envelopes_disclosure_framework',
      sql`not ${table.consumerDisclosure} or ${table.legalFramework} = 'esign_ueta'`,
    ),
    check(
      'envelopes_sent_when_out',
      sql`${table.status} not in ('in_progress', 'completed', 'declined', 'expired') or ${table.sentAt} is not null`,
    ),
    check(
      'envelopes_completed_at',
      sql`(${table.status} = 'completed') = (${table.completedAt} is not null)`,
    ),
    check('envelopes_declined_at', sql`(${table.status} = 'declined') = (${table.declinedAt} is not null)`),
    check('envelopes_voided_at', sql`(${table.status} = 'voided') = (${table.voidedAt} is not null)`),
    check('envelopes_expired_at', sql`(${table.status} = 'expired') = (${table.expiredAt} is not null)`),
    check('envelopes_level_when_sealed', sql`${table.sealLevel} is null or ${table.sealedAt} is not null`),
    check('envelopes_sealed_when_completed', sql`${table.sealedAt} is null or ${table.status} = 'completed'`),
  ],
);
