import { foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, ownReference } from './columns.ts';
import { memberships } from './memberships.ts';
import { signInConnections } from './sign-in-connections.ts';

/** Which account at an identity provider belongs to which member, recorded at the member's first sign-in. */
export const signInIdentities = pgTable(
  'sign_in_identities',
  {
    organizationId: text('organization_id').notNull(),
    connectionId: text('connection_id').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.connectionId, table.subject] }),
    uniqueIndex('sign_in_identities_user').on(table.organizationId, table.connectionId, table.userId),
    ownReference('sign_in_identities_connection', table, table.connectionId, signInConnections).onDelete(
      'cascade',
    ),
    foreignKey({
      name: 'sign_in_identities_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
  ],
);
