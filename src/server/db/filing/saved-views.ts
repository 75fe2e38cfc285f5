import { and, asc, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LIMITS } from '#domain/limits.ts';
import { createdAt, ownId } from '../schema/columns.ts';
import { organizations } from '../schema/organizations.ts';
import { users } from '../schema/users.ts';

/**
 * Lists that a person returns to in an organization. Each has a name and the filters as the list's URL states
 * them.
 */
const savedViews = pgTable(
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

/** A list that a person wants to return to. `query` is the query of the list's URL. */
export type SavedView = { readonly id: string; readonly name: string; readonly query: string };
/** The owner of the views. */
type Holder = { readonly organizationId: string; readonly userId: string };

const VIEW = { id: savedViews.id, name: savedViews.name, query: savedViews.query };

function matchHolder({ organizationId, userId }: Holder) {
  return and(eq(savedViews.organizationId, organizationId), eq(savedViews.userId, userId));
}

/** Lists a person's views in an organization, oldest first. */
export async function listViews(tx: Transaction, holder: Holder): Promise<SavedView[]> {
  return await tx
    .select(VIEW)
    .from(savedViews)
    .where(matchHolder(holder))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id));
}

/** Inserts a view. */
export async function insertView(
  tx: Transaction,
  holder: Holder,
  view: SavedView,
  createdAt: Date,
): Promise<void> {
  await tx.insert(savedViews).values({ ...view, ...holder, createdAt });
}

/** Changes a view. Returns false if the person has no view with this identifier. */
export async function updateView(
  tx: Transaction,
  holder: Holder,
  { id, ...change }: { readonly id: string; readonly name?: string; readonly query?: string },
): Promise<boolean> {
  const rows = await tx
    .update(savedViews)
    .set(change)
    .where(and(matchHolder(holder), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  return rows.length === 1;
}

/** Deletes a view. Returns false if the person has no view with this identifier. */
export async function deleteView(tx: Transaction, holder: Holder, id: string): Promise<boolean> {
  const rows = await tx
    .delete(savedViews)
    .where(and(matchHolder(holder), eq(savedViews.id, id)))
    .returning({ id: savedViews.id });
  return rows.length === 1;
}
