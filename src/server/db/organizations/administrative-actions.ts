import { and, desc, eq, lt } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';
import { administrativeActions } from '#server/db/schema/administrative-actions.ts';

export type AdministrativeActionRecord = typeof administrativeActions.$inferSelect;

/** Appends to the record of an organization: needs its scope. The database takes nothing back. */
export async function insertAdministrativeAction(
  tx: Transaction,
  action: typeof administrativeActions.$inferInsert,
): Promise<void> {
  await tx.insert(administrativeActions).values(action);
}

/** The organization's actions, newest first, behind the identifier `after`. */
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
