import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';
import { users } from './users.ts';

/**
 * People who run the instance. The program only reads them: the command line adds and removes them as the
 * owner of the tables, and a function of the database adds the first account.
 */
export const instanceAdministrators = pgTable('instance_administrators', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: createdAt(),
});
