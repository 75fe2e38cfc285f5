import { and, desc, eq, lt } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { administrativeActions } from '#server/db/schema/administrative-actions.ts';

export type AdministrativeActionRecord = typeof administrativeActions.$inferSelect;

/** Appends to an organization's record. Requires its scope. The database refuses later changes. */
export async function insertAdministrativeAction(
  tx: Transaction,
  action: typeof administrativeActions.$inferInsert,
): Promise<void> {
  await tx.insert(administrativeActions).values(action);
}

/** Lists the organization's actions, newest first, after the identifier `after`. */
export async function listAdministrativeActions(
  tx: Transaction,
  organizationId: string,
  page: { readonly after: string | null; readonly limit: number },
): Promise<AdministrativeActionRecord[]> {
  const behind = page.after === null ? undefined : lt(administrativeActions.id, page.after);
  return await tx
    .select()
    .from(administrativeActions)
    .where(and(eq(administrativeActions.organizationId, organizationId), behind))
    .orderBy(desc(administrativeActions.id))
    .limit(page.limit);
}
