import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { labels } from './labels.ts';

/** The labels of each envelope. Rows are deleted along with the envelope or the label. */
export const envelopeLabels = pgTable(
  'envelope_labels',
  {
    envelopeId: text('envelope_id').notNull(),
    labelId: text('label_id').notNull(),
    organizationId: text('organization_id').notNull(),
  },
  (table) => [
    ownReference('envelope_labels_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.labelId] }),
    ownReference('envelope_labels_label', table, table.labelId, labels).onDelete('cascade'),
    index('envelope_labels_label').on(table.organizationId, table.labelId, table.envelopeId),
  ],
);
