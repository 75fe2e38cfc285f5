import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/**
 * Unanswered challenges; answering one deletes its row. The browser is identified by the session when a
 * passkey is added, and by the SHA-256 of a cookie's token when one is used to sign in.
 */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    browser: text('browser').notNull(),
    purpose: text('purpose', { enum: ['add', 'login'] }).notNull(),
    challenge: text('challenge').notNull(),
    createdAt: createdAt(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browser, table.purpose] }),
    index('passkey_challenges_expires').on(table.expiresAt),
  ],
);
