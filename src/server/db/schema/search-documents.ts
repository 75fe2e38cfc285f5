import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { createdAt, moment, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words by which envelopes are found. `domain/search/words.ts` says what a word is; `found_envelopes` reads them by
 * their index.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The envelope's creation time: words are searched week by week. */
    createdAt: createdAt(),
    /** Words of its name, files, recipients and copies. */
    names: words('names').notNull(),
    /** Words of its document's text. */
    content: words('content')
      .notNull()
      .default(sql`''`),
    /** The text of each page, to show why the envelope was found. Lists never read it. */
    pages: jsonb('pages').$type<readonly string[]>().notNull().default([]),
    /** Whether its document's text has yet to be read. */
    isDue: boolean('is_due').notNull(),
    /** Attempts to read the current document. */
    attempts: integer('attempts').notNull().default(0),
    /** Until then, a worker is reading it. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('search_documents_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    // A pending list would be read again for each week of a search.
    index('search_documents_words')
      .using(
        'gin',
        sql`scoped_words(search_scope('words', ${table.organizationId}, search_week(${table.createdAt})), ${table.names} || ${table.content})`,
      )
      .with({ fastupdate: false }),
    index('search_documents_due')
      .on(table.envelopeId)
      .where(sql`is_due`),
    check('search_documents_attempts', sql`${table.attempts} >= 0`),
  ],
);
