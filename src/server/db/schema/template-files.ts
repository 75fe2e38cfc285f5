import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { ownId, ownReference } from './columns.ts';
import { fileColumns, buildFileRules } from './file-columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

/** The files that a template's document consists of. */
export const templateFiles = pgTable(
  'template_files',
  {
    id: ownId(),
    templateId: text('template_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    ...fileColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('template_files_template', table, table.templateId, templates).onDelete('cascade'),
    unique('template_files_order').on(table.organizationId, table.templateId, table.position),
    ...buildFileRules('template_files', table),
    check('template_files_received', sql`${table.originalKey} is not null`),
  ],
);
