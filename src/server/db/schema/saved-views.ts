import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, ownId } from './columns.ts';
import { organizations } from './organizations.ts';
import { users } from './users.ts';

/**
 * Lists that a person returns to in an organization. Each has a name and the filters as the list's URL states
 * them.
 */
export const savedViews = pgTable(
  'saved_views',
  {
    id: ownId(),
    organizationId: text('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    query: text('query').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    index('saved_views_of_member').on(table.organizationId, table.userId, table.createdAt),
    check(
      'saved_views_lengths',
      sql`char_length(${table.name}) between 1 and ${sql.raw(String(LIMITS.savedViewNameMaxChars))}
        and char_length(${table.query}) <= ${sql.raw(String(LIMITS.savedViewQueryMaxChars))}`,
    ),
  ],
);
