import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, moment, ownReference } from './columns.ts';
import { envelopeFields } from './envelope-fields.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** Files that signers attached to a field, either uploaded or sent with the signature. */
export const fieldAttachments = pgTable(
  'field_attachments',
  {
    fieldId: text('field_id').notNull(),
    id: text('id').notNull(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    filename: text('filename').notNull(),
    contentType: text('content_type').notNull(),
    sha256: text('sha256').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    key: text('storage_key').notNull(),
    /** Null until the signer has signed with it. */
    signedAt: moment('signed_at'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('field_attachments_field', table, table.fieldId, envelopeFields).onDelete('cascade'),
    ownReference('field_attachments_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    index('field_attachments_field_id').on(table.organizationId, table.fieldId),
    index('field_attachments_envelope').on(table.envelopeId),
    index('field_attachments_storage_key').using('hash', table.key),
    check(
      'field_attachments_size',
      sql`${table.sizeBytes} between 0 and ${sql.raw(String(LIMITS.attachmentFileMaxBytes))}`,
    ),
  ],
);
