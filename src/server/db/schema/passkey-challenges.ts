import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, moment } from './columns.ts';

/**
 * Challenges that were given to a browser and not answered yet; the answer deletes the row. The browser is the session
 * where a passkey is added, and the SHA-256 of a cookie's token where one is used to log in.
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
