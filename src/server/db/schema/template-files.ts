import { sql } from 'drizzle-orm';
import { check, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { id } from './columns.ts';
import { fileColumns, fileRules } from './file-columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

/** The files that a template's document consists of. */
export const templateFiles = pgTable(
  'template_files',
  {
    id: id(),
    templateId: text('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    ...fileColumns(),
  },
  (table) => [
    unique('template_files_order').on(table.templateId, table.position),
    ...fileRules('template_files', table),
    check('template_files_received', sql`${table.originalKey} is not null`),
  ],
);
