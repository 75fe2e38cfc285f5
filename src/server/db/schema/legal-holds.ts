import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { moment, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/** Envelopes that nothing may erase until someone releases them. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    reason: text('reason').notNull(),
    placedBy: text('placed_by').notNull(),
    placedAt: moment('placed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('legal_holds_envelope', table, table.envelopeId, envelopes),
    index('legal_holds_organization').on(table.organizationId, table.placedAt),
    check(
      'legal_holds_reason',
      sql`char_length(${table.reason}) between 1 and ${sql.raw(String(LIMITS.holdReasonMaxChars))}`,
    ),
  ],
);
