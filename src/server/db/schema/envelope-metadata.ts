import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';

/** The pairs of envelopes' metadata, by which lists can be filtered. A trigger writes the rows. */
export const envelopeMetadata = pgTable(
  'envelope_metadata',
  {
    organizationId: text('organization_id').notNull(),
    envelopeId: text('envelope_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
  },
  (table) => [
    ownReference('envelope_metadata_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.key] }),
    index('envelope_metadata_pair').on(table.organizationId, table.key, table.value, table.envelopeId),
  ],
);
