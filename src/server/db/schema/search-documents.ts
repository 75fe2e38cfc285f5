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
import type { PictureConfidence } from '#domain/search/words.ts';
import { createdAt, moment, ownReference } from './columns.ts';
import { envelopes } from './envelopes.ts';
import { organizations } from './organizations.ts';

const words = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The words by which envelopes are found. `domain/search/words.ts` defines what a word is, and
 * `found_envelopes` reads the words through their index.
 */
export const searchDocuments = pgTable(
  'search_documents',
  {
    envelopeId: text('envelope_id').notNull(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** The envelope's creation time, because words are searched week by week. */
    createdAt: createdAt(),
    /** Words of the envelope's name, files, recipients and copies. */
    names: words('names').notNull(),
    /** Words of the document's text. */
    content: words('content')
      .notNull()
      .default(sql`''`),
    /** The text of each page, to show why the envelope was found. Lists never read this column. */
    pages: jsonb('pages').$type<readonly string[]>().notNull().default([]),
    /** How surely pages were read from pictures, by page number, from 0 to 1. */
    pictureConfidence: jsonb('picture_confidence').$type<PictureConfidence>().notNull().default({}),
    /** Whether the document's text has yet to be read. */
    isDue: boolean('is_due').notNull(),
    /** How often reading the current document has been tried. */
    attempts: integer('attempts').notNull().default(0),
    /** A worker is reading the document until this time. */
    claimedUntil: moment('claimed_until'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.envelopeId] }),
    ownReference('search_documents_envelope', table, table.envelopeId, envelopes).onDelete('cascade'),
    // Each week of a search would read a pending list again, so the index has none.
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
