import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DOCUMENT_VARIANTS } from '#domain/envelope/graph.ts';
import { createdAt, notices, buildNoticesCheck, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** An envelope's stored files. `storage_key` is the key under which the storage keeps the bytes. */
export const documents = pgTable(
  'documents',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    variant: text('variant', { enum: DOCUMENT_VARIANTS }).notNull(),
    key: text('storage_key').notNull(),
    contentType: text('content_type').notNull(),
    sha256: text('sha256').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    pageCount: integer('page_count'),
    notices: notices(),
    createdAt: createdAt(),
  },
  (table) => [
    ownReference('documents_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.variant] }),
    index('documents_storage_key').using('hash', table.key),
    buildNoticesCheck('documents'),
  ],
);
