import { sql } from 'drizzle-orm';
import { customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/** Text in the order of its code points, so that all that begins alike stands together in an index. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * Whom an organization has sent envelopes to, once for each address, so that they can be suggested. Triggers write them
 * when an envelope is sent and when a participant is corrected.
 */
export const contacts = pgTable(
  'contacts',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    email: text('email').notNull(),
    name: text('name').notNull(),
    company: text('company'),
    title: text('title'),
    emailKey: codePoints('email_key')
      .notNull()
      .generatedAlwaysAs(sql`lower(email)`),
    nameKey: codePoints('name_key')
      .notNull()
      .generatedAlwaysAs(sql`lower(name)`),
    lastNameKey: codePoints('last_name_key')
      .notNull()
      .generatedAlwaysAs(sql`lower(regexp_replace(name, '^.* ', ''))`),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.emailKey] }),
    index('contacts_name').on(table.organizationId, table.nameKey),
    index('contacts_last_name').on(table.organizationId, table.lastNameKey),
    index('contacts_recent').on(table.organizationId, table.lastUsedAt.desc()),
  ],
);
