import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

/**
 * Logins whose password was right and whose second factor is still owed. They are no sessions: all that one can do is
 * to offer a code. The identifier is the SHA-256 of the cookie's token.
 */
export const pendingSignIns = pgTable(
  'half_sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token of the invitation that the login is to accept. */
    invitationHash: text('invitation_hash'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('half_sessions_user').on(table.userId),
    index('half_sessions_expires').on(table.expiresAt),
  ],
);
