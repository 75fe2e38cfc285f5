import { sql } from 'drizzle-orm';
import { boolean, check, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { DOCUMENT_STATUSES } from '#domain/envelope/status.ts';
import type { VariableValues } from '#domain/variables/values.ts';
import { ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { fileColumns, buildFileRules } from './file-columns.ts';
import { organizations } from './organizations.ts';

/** The files that make up an envelope's document. */
export const envelopeFiles = pgTable(
  'envelope_files',
  {
    id: ownId(),
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    status: text('status', { enum: DOCUMENT_STATUSES }).notNull(),
    refusal: text('refusal'),
    /** The values for the file's variables, kept until the file has been received. */
    variableValues: jsonb('variable_values').$type<VariableValues>(),
    detectionWanted: boolean('detection_wanted').notNull(),
    ...fileColumns(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    ownReference('envelope_files_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    unique('envelope_files_order').on(table.organizationId, table.envelopeId, table.position),
    ...buildFileRules('envelope_files', table),
    check(
      'envelope_files_received',
      sql`(${table.status} = 'received') = (${table.originalKey} is not null)`,
    ),
    check('envelope_files_values', sql`${table.variableValues} is null or ${table.status} <> 'received'`),
    check('envelope_files_refusal', sql`(${table.status} = 'refused') = (${table.refusal} is not null)`),
  ],
);
