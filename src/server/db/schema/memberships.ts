import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ROLES } from '#domain/organization/role.ts';
import { createdAt, moment } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

export const memberships = pgTable(
  'memberships',
  {
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role', { enum: ROLES }).notNull(),
    createdAt: createdAt(),
    /** When the person last chose this organization, which their next sign-in opens. */
    enteredAt: moment('entered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('memberships_user').on(table.userId),
    check('memberships_role', sql`${table.role} in ('owner', 'admin', 'member', 'viewer')`),
  ],
);
