import { sql } from 'drizzle-orm';
import { customType, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';

/** Text sorted by code points, so that texts with the same beginning are adjacent in an index. */
const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/**
 * An organization's earlier recipients, once per address, for suggestions. Triggers write the rows when an
 * envelope is sent or a participant is corrected.
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
