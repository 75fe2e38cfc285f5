import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * State of the authorization server: requests in progress, codes and refresh tokens, but never access tokens.
 */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** SHA-256 of the kind and the value in hex. The codes and tokens themselves are not stored. */
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    grantId: text('grant_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    consumedAt: moment('consumed_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    index('oauth_records_grant').on(table.grantId),
    index('oauth_records_expiry').on(table.expiresAt),
  ],
);
