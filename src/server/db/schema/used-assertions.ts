import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment, ownReference } from './columns.ts';
import { signInConnections } from './sign-in-connections.ts';

/** SAML assertions that have been used, by the SHA-256 of their ID. Each works once. */
export const usedAssertions = pgTable(
  'used_assertions',
  {
    organizationId: text('organization_id').notNull(),
    connectionId: text('connection_id').notNull(),
    assertionHash: text('assertion_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.connectionId, table.assertionHash] }),
    index('used_assertions_expires').on(table.expiresAt),
    ownReference('used_assertions_connection', table, table.connectionId, signInConnections).onDelete(
      'cascade',
    ),
  ],
);
