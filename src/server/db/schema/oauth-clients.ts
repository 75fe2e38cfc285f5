import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, moment } from './columns.ts';

/**
 * Clients that registered themselves (RFC 7591). Clients with a metadata document aren't stored: the document
 * is read each time.
 */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: id(),
    /** The registered metadata, without the secret. */
    metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
    /** The client's secret, if any, encrypted with the secret key. */
    secretSealed: text('secret_sealed'),
    createdAt: createdAt(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [index('oauth_clients_last_used').on(table.lastUsedAt)],
);
