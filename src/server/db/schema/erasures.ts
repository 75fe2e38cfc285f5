import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ERASURE_REASONS } from '#domain/organization/retention.ts';
import { id, moment } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** What remains of an erased envelope: hashes only. Rows are never changed or deleted. */
export const erasures = pgTable(
  'erasures',
  {
    id: id(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    envelopeId: text('envelope_id')
      .notNull()
      .unique()
      .references(() => envelopes.id),
    reason: text('reason', { enum: ERASURE_REASONS }).notNull(),
    /** SHA-256 by variant. */
    documents: jsonb('documents').$type<Record<string, string>>().notNull(),
    /** The head of the event chain, which stays. */
    headHash: text('head_hash').notNull(),
    eventCount: integer('event_count').notNull(),
    erasedAt: moment('erased_at').notNull(),
  },
  (table) => [
    index('erasures_newest').on(table.organizationId, table.id),
    check('erasures_reason', sql.raw(`reason in ('${ERASURE_REASONS.join("', '")}')`)),
  ],
);
