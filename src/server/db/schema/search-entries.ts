import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * Searchable texts of envelopes: one row for its names and one per participant. Written by triggers, read by
 * `matching_envelopes`; the program has no access.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    envelopeId: text('envelope_id').notNull(),
    /** The identifier of the envelope or participant. */
    sourceId: text('source_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    about: text('about', { enum: ['envelope', 'participant'] }).notNull(),
    /** The envelope's creation time: entries are searched week by week. */
    createdAt: createdAt(),
    /** Two lowercase texts separated by a unit separator (U+001F). */
    content: text('content').notNull(),
  },
  (table) => [
    ownReference('search_entries_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.sourceId] }),
    // A pending list would be read again for each week of a search.
    index('search_entries_runs')
      .using(
        'gin',
        sql`search_runs(search_scope(${table.about}, ${table.organizationId}, search_week(${table.createdAt})), ${table.content})`,
      )
      .with({ fastupdate: false }),
    check('search_entries_about', sql`${table.about} in ('envelope', 'participant')`),
  ],
);
