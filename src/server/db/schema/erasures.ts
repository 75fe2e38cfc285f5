import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';
import { ERASURE_REASONS } from '#domain/organization/retention.ts';
import { moment, ownId, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** What remains of an erased envelope: hashes only. Rows are never changed or deleted. */
export const erasures = pgTable(
  'erasures',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    envelopeId: text('envelope_id').notNull(),
    reason: text('reason', { enum: ERASURE_REASONS }).notNull(),
    /** SHA-256 by variant. */
    documents: jsonb('documents').$type<Record<string, string>>().notNull(),
    /** The head of the event chain, which stays. */
    headHash: text('head_hash').notNull(),
    eventCount: integer('event_count').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('erasures_once').on(table.organizationId, table.envelopeId),
    ownReference('erasures_envelope', table, table.envelopeId, envelopes),
    check('erasures_reason', sql.raw(`reason in ('${ERASURE_REASONS.join("', '")}')`)),
  ],
);
