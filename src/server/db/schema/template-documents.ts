import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, notices, buildNoticesCheck, ownReference } from './columns.ts';
import { organizations } from './organizations.ts';
import { templates } from './templates.ts';

/** The stored files of a template, shared with the envelopes created from it. */
export const templateDocuments = pgTable(
  'template_documents',
  {
    templateId: text('template_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    variant: text('variant', { enum: ['original', 'prepared'] }).notNull(),
    key: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    sha256: text('sha256').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    pageCount: integer('page_count'),
    notices: notices(),
    createdAt: createdAt(),
  },
  (table) => [
    ownReference('template_documents_template', table, table.templateId, templates).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.templateId, table.variant] }),
    index('template_documents_storage_key').using('hash', table.key),
    buildNoticesCheck('template_documents'),
  ],
);
