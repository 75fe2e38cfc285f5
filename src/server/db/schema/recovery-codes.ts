import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { users } from './users.ts';

/** Codes that replace a lost authenticator app: ten per person, each usable once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code in hex. */
    hash: text('hash').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);
