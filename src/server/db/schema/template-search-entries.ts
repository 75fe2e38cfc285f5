import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

/**
 * Searchable names of templates, one row each. A trigger writes them and `matching_templates` reads them. The
 * program itself has no access.
 */
export const templateSearchEntries = pgTable(
  'template_search_entries',
  {
    templateId: text('template_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The lowercase name and file name, separated by a unit separator (U+001F). */
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.templateId] }),
    ownReference('template_search_entries_template', table, table.templateId, templates).onDelete('cascade'),
    index('template_search_entries_grams').using(
      'gin',
      sql`search_grams(${table.organizationId}, ${table.content})`,
    ),
  ],
);
