import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';
import { users } from './users.ts';

/**
 * Sign-ins with the right password that still need a second factor. The id is the SHA-256 of the cookie's
 * token.
 */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token of the invitation that this sign-in accepts. */
    invitationHash: text('invitation_hash'),
    attempts: integer('attempts').notNull().default(0),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('pending_sign_ins_user').on(table.userId),
    index('pending_sign_ins_expires').on(table.expiresAt),
  ],
);
