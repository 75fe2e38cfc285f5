import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, ownId, ownReference } from './columns.ts';
import { memberships } from './memberships.ts';
import { organizations } from './organizations.ts';

export const teams = pgTable(
  'teams',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    name: text('name').notNull(),
    /** Whether only the team's members see its envelopes and templates. Row-level policies enforce it. */
    isPrivate: boolean('is_private').notNull().default(false),
    /** The identifier that the organization's directory has for the team. */
    externalId: text('external_id'),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    uniqueIndex('teams_name').on(table.organizationId, sql`lower(${table.name})`),
    index('teams_private')
      .on(table.organizationId)
      .where(sql`${table.isPrivate}`),
  ],
);

/** The members of private teams. Everyone belongs to the other teams. */
export const teamMembers = pgTable(
  'team_members',
  {
    organizationId: text('organization_id').notNull(),
    teamId: text('team_id').notNull(),
    userId: text('user_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    ownReference('team_members_team', table, table.teamId, teams).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.teamId, table.userId] }),
    foreignKey({
      name: 'team_members_membership',
      columns: [table.organizationId, table.userId],
      foreignColumns: [memberships.organizationId, memberships.userId],
    }).onDelete('cascade'),
    index('team_members_user').on(table.organizationId, table.userId),
  ],
);
