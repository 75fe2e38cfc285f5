import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * Searchable texts of envelopes: one row for the envelope's names and one per participant. Triggers write
 * them and `matching_envelopes` reads them. The program itself has no access.
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
    /** The envelope's creation time, because entries are searched week by week. */
    createdAt: createdAt(),
    /** Two lowercase texts separated by a unit separator (U+001F). */
    content: text('content').notNull(),
  },
  (table) => [
    ownReference('search_entries_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.envelopeId, table.sourceId] }),
    // Each week of a search would read a pending list again, so the index has none.
    index('search_entries_runs')
      .using(
        'gin',
        sql`search_runs(search_scope(${table.about}, ${table.organizationId}, search_week(${table.createdAt})), ${table.content})`,
      )
      .with({ fastupdate: false }),
    check('search_entries_about', sql`${table.about} in ('envelope', 'participant')`),
  ],
);
