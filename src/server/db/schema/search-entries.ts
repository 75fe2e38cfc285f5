import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
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
    /** In lower case, two texts with a unit separator (U+001F) between them. */
    content: text('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.envelopeId, table.sourceId] }),
    index('search_entries_grams').using(
      'gin',
      sql`search_grams(${table.about} || ${table.organizationId}, ${table.content})`,
    ),
    check('search_entries_about', sql`${table.about} in ('envelope', 'participant')`),
  ],
);
