import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { MAIL_DELIVERY_STATUSES, MAIL_SUBJECTS } from '#domain/mail-delivery.ts';
import { createdAt, ownId, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * The status of each email sent through a mail server. The content isn't kept, since it can contain signing
 * links.
 */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    about: text('about', { enum: MAIL_SUBJECTS }).notNull(),
    envelopeId: text('envelope_id'),
    participantId: text('participant_id'),
    invitationId: text('invitation_id'),
    status: text('status', { enum: MAIL_DELIVERY_STATUSES }).notNull(),
    attempts: integer('attempts').notNull(),
    /** The server's response to the last attempt. */
    answer: text('answer'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('mail_deliveries_message_id').on(table.organizationId, table.messageId),
    index('mail_deliveries_status_newest').on(table.organizationId, table.status, table.id),
    index('mail_deliveries_outlived').on(table.createdAt),
    check('mail_deliveries_status', sql`${table.status} in ('sent', 'waiting', 'failed')`),
    check(
      'mail_deliveries_about',
      sql`${table.about} in ('envelope', 'invitation', 'account', 'webhook', 'form', 'export', 'digest', 'test')
        and (${table.about} = 'envelope') = (${table.envelopeId} is not null)
        and (${table.participantId} is null or ${table.envelopeId} is not null)
        and (${table.about} = 'invitation') = (${table.invitationId} is not null)`,
    ),
    check('mail_deliveries_attempts', sql`${table.attempts} >= 1`),
  ],
);
