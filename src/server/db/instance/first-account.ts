import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/client/client.ts';

/**
 * Databases that are known to have an account. The last account can't be deleted, so there is no need to
 * check again.
 */
const settled = new WeakSet<Database>();

/** Checks whether anybody has an account yet. */
export async function hasAccounts(db: Database): Promise<boolean> {
  if (settled.has(db)) return true;
  const [row] = await db.drizzle.execute(sql`select exists (select from users) as "found"`);
  if (row?.['found'] !== true) return false;
  settled.add(db);
  return true;
}

/** Makes a new account the administrator of the instance. Returns false if it isn't the first account. */
export async function claimInstance(tx: Transaction, userId: string): Promise<boolean> {
  const [row] = await tx.execute(sql`select claim_instance(${userId}) as "claimed"`);
  return row?.['claimed'] === true;
}
