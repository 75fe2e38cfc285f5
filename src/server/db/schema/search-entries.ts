import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

/**
 * The texts by which envelopes are found: one row for an envelope's names, one for each participant. Triggers write
 * them, and `matching_envelopes` reads them; the program itself may not.
 */
export const searchEntries = pgTable(
  'search_entries',
  {
    envelopeId: text('envelope_id')
      .notNull()
      .references(() => envelopes.id, { onDelete: 'cascade' }),
    /** The envelope's or the participant's own identifier. */
    sourceId: text('source_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    about: text('about', { enum: ['envelope', 'participant'] }).notNull(),
    /** The envelope's, whichever the row is about: entries are looked through week by week. */
    createdAt: createdAt(),
    /** In lower case, two texts with a unit separator (U+001F) between them. */
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.envelopeId, table.sourceId] }),
    // What waits in a list of its own would be read again for each week of a search.
    index('search_entries_runs')
      .using(
        'gin',
        sql`search_runs(search_scope(${table.about}, ${table.organizationId}, search_week(${table.createdAt})), ${table.content})`,
      )
      .with({ fastupdate: false }),
    check('search_entries_about', sql`${table.about} in ('envelope', 'participant')`),
  ],
);
