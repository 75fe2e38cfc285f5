import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DIRECTORY_STATES } from '#domain/organization/identity/directory.ts';
import { ROLES } from '#domain/organization/role.ts';
import { createdAt, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** What an organization's directory says about people (SCIM). `memberships` records who is a member. */
export const directoryUsers = pgTable(
  'directory_users',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    externalId: text('external_id'),
    /** The parts of the name that the directory gave. The whole name is the account's. */
    givenName: text('given_name'),
    familyName: text('family_name'),
    state: text('state', { enum: DIRECTORY_STATES }).notNull(),
    /** The role that the person gets back when they are activated again. */
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    check('directory_users_state', sql.raw(`state in ('${DIRECTORY_STATES.join("', '")}')`)),
  ],
);
