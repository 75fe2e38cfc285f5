import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownReference } from './columns.ts';
import { teams } from './teams.ts';
import { users } from './users.ts';

/**
 * The private teams of people whom the directory deactivated. They give no access: when someone is activated
 * again, these become `team_members`.
 */
export const directoryMembers = pgTable(
  'directory_members',
  {
    organizationId: text('organization_id').notNull(),
    teamId: text('team_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [
    ownReference('directory_members_team', table, table.teamId, teams).onDelete('cascade'),
    primaryKey({ columns: [table.organizationId, table.userId, table.teamId] }),
  ],
);
