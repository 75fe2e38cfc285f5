import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

/**
 * The texts by which templates are found: one row for the names of each. A trigger writes them, and
 * `matching_templates` reads them; the program itself may not.
 */
export const templateSearchEntries = pgTable(
  'template_search_entries',
  {
    templateId: text('template_id')
      .primaryKey()
      .references(() => templates.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** In lower case, the name and the file's name with a unit separator (U+001F) between them. */
    content: text('content').notNull(),
  },
  (table) => [
    index('template_search_entries_organization').on(table.organizationId),
    index('template_search_entries_grams').using(
      'gin',
      sql`search_grams(${table.organizationId}, ${table.content})`,
    ),
  ],
);
