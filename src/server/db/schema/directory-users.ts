import { sql } from 'drizzle-orm';
import { check, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { DIRECTORY_STATES } from '#domain/organization/identity/directory.ts';
import { ROLES } from '#domain/organization/role.ts';
import { createdAt, updatedAt } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/** What an organization's directory said about people (SCIM). Who is a member is in `memberships`. */
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
    state: text('state', { enum: DIRECTORY_STATES }).notNull(),
    /** The role that comes back when the person is activated again. */
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    check('directory_users_state', sql.raw(`state in ('${DIRECTORY_STATES.join("', '")}')`)),
  ],
);
