import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * What was counted of limits that hold over all processes. The key is a SHA-256: no addresses lie here. The table is
 * unlogged: after a crash of the database counting starts anew, and until then it costs no write to the log.
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
