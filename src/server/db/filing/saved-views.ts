import { savedViews } from '#server/db/schema/saved-views.ts';
import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

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
