import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Counts of rate limits across processes. The key is a SHA-256, so no addresses are stored. The table is
 * unlogged: a crash of the database resets the counts, and writing them is cheap.
 */
export const rateCounts = pgTable(
  'rate_counts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('rate_counts_ends').on(table.endsAt)],
);
