import { revocationLists } from '#server/db/schema/revocation-lists.ts';
import { desc, lt, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client/client.ts';

export type StoredRevocationList = typeof revocationLists.$inferSelect;

/** The name of the lock that lets only one process issue a list at a time. */
const LOCK = 'revocation-list';

export async function lockRevocationLists(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${LOCK}, 0))`);
}

/** Returns the list with the highest number. Null before the first one. */
export async function readRevocationList(tx: Transaction): Promise<StoredRevocationList | null> {
  return (await readRevocationLists(tx))[0] ?? null;
}

/** Returns the lists that are kept, newest first. */
export async function readRevocationLists(tx: Transaction): Promise<StoredRevocationList[]> {
  const rows = await tx.select().from(revocationLists).orderBy(desc(revocationLists.number));
  return rows.map((row) => ({ ...row, list: new Uint8Array(row.list) }));
}

/** Inserts a list and deletes all but the one before it. */
export async function insertRevocationList(tx: Transaction, list: StoredRevocationList): Promise<void> {
  await tx.insert(revocationLists).values(list);
  await tx.delete(revocationLists).where(lt(revocationLists.number, list.number - 1));
}
