import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';
import { organizations } from './organizations.ts';

/**
 * Emails of an instance without an SMTP server, for the dashboard, and messages of test environments. A repeated Message-ID is the
 * same email.
 */
export const outboxMails = pgTable(
  'outbox_mails',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    messageId: text('message_id').notNull(),
    recipient: text('recipient').notNull(),
    sender: text('sender').notNull(),
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    html: text('html').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('outbox_mails_message_id').on(table.messageId),
    index('outbox_mails_newest').on(table.organizationId, table.id),
    index('outbox_mails_created').on(table.createdAt),
  ],
);
