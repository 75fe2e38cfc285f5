import { boolean, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { MAIL_SUBJECTS } from '#domain/mail-delivery.ts';
import { createdAt, ownId } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Emails of an instance without an SMTP server, shown in the dashboard, and messages of test environments. A
 * repeated Message-ID is the same email.
 */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    messageId: text('message_id').notNull(),
    /** The subject, which decides who else may read the email; null for nobody. */
    about: text('about', { enum: MAIL_SUBJECTS }),
    /** The envelope that the email is about. People who can't see the envelope can't see the email either. */
    envelopeId: text('envelope_id'),
    invitationId: text('invitation_id'),
    /** Whether the email contains a code that proves control of the recipient's mailbox or phone. */
    isCode: boolean('is_code').notNull().default(false),
    recipient: text('recipient').notNull(),
    sender: text('sender').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('outbox_mails_message_id').on(table.organizationId, table.messageId),
    index('outbox_mails_created').on(table.createdAt),
  ],
);
