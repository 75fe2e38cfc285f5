import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/client/client.ts';

/** Databases that have an account. The last one can't be deleted, so nobody has to ask them again. */
const settled = new WeakSet<Database>();

/** Whether anybody has an account yet. */
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
