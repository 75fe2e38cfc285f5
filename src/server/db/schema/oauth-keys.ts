import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id } from './columns.ts';

/**
 * Keys that sign access tokens. The newest one signs. Older ones verify until the last token they signed has
 * expired.
 */
export const oauthKeys = pgTable(
  'oauth_keys',
  {
    id: id(),
    publicJwk: jsonb('public_jwk').$type<Record<string, unknown>>().notNull(),
    /** The private JWK, encrypted with the secret key. */
    privateKeySealed: text('private_key_sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('oauth_keys_created').on(table.createdAt)],
);
