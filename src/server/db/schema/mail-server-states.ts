import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * Whether the mail server could be reached the last time any process tried. The table has at most one row.
 */
export const mailServerStates = pgTable(
  'mail_server_states',
  {
    id: smallint('id').primaryKey(),
    /** When the mail server became unreachable; null while it can be reached. */
    awaySince: moment('away_since'),
    /** Why the last attempt failed. */
    reason: text('reason'),
  },
  (table) => [
    check('mail_server_states_one', sql`${table.id} = 1`),
    check('mail_server_states_reason', sql`(${table.awaySince} is null) = (${table.reason} is null)`),
  ],
);
