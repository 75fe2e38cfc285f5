import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { envelopeFields } from './envelope-fields.ts';
import { organizations } from './organizations.ts';

/** Files that signers attached. */
export const fieldAttachments = pgTable(
  'field_attachments',
  {
    fieldId: text('field_id')
      .primaryKey()
      .references(() => envelopeFields.id, { onDelete: 'cascade' }),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    filename: text('filename').notNull(),
    contentType: text('content_type').notNull(),
    sha256: text('sha256').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    key: text('storage_key').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('field_attachments_storage_key').using('hash', table.key)],
);
