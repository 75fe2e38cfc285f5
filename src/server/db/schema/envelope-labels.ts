import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { envelopes } from './envelopes.ts';
import { labels } from './labels.ts';

/** The labels of each envelope. They go with the envelope and with the label. */
export const envelopeLabels = pgTable(
  'envelope_labels',
  {
    envelopeId: text('envelope_id').notNull(),
    labelId: text('label_id').notNull(),
    organizationId: text('organization_id').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'envelope_labels_envelope',
      columns: [table.organizationId, table.envelopeId],
      foreignColumns: [envelopes.organizationId, envelopes.id],
    }).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.labelId] }),
    foreignKey({
      name: 'envelope_labels_label',
      columns: [table.organizationId, table.labelId],
      foreignColumns: [labels.organizationId, labels.id],
    }).onDelete('cascade'),
    index('envelope_labels_label').on(table.organizationId, table.labelId, table.envelopeId),
  ],
);
