import { foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';
import { signInConnections } from './sign-in-connections.ts';

/** SAML assertions that were used, by the SHA-256 of their ID. Each works once. */
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
    foreignKey({
      name: 'used_assertions_connection',
      columns: [table.organizationId, table.connectionId],
      foreignColumns: [signInConnections.organizationId, signInConnections.id],
    }).onDelete('cascade'),
  ],
);
