import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** What the authorization server remembers: requests under way, codes, refresh tokens. Never an access token. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** SHA-256 of the kind and the value in hex: what a code or token is, is stored nowhere. */
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
