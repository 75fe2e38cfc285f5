import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { LinkKind } from '#domain/account/link.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { accountLinks } from '#server/db/schema/account-links.ts';

export type AccountLink = typeof accountLinks.$inferSelect;

export async function insertAccountLink(tx: Transaction, link: AccountLink): Promise<void> {
  await tx.insert(accountLinks).values(link);
}

export async function readAccountLink(db: Drizzle, id: string): Promise<AccountLink | null> {
  const [row] = await db.select().from(accountLinks).where(eq(accountLinks.id, id));
  return row ?? null;
}

/** Finds a valid link by its token's hash, without using it up. */
export async function findAccountLink(
  db: Drizzle,
  kind: LinkKind,
  tokenHash: string,
  now: Date,
): Promise<AccountLink | null> {
  const [row] = await db
    .select()
    .from(accountLinks)
    .where(matchLink(kind, tokenHash, now));
  return row ?? null;
}

/** Uses a link. Only one of several concurrent uses succeeds. Returns null if there is no valid link. */
export async function takeAccountLink(
  tx: Transaction,
  kind: LinkKind,
  tokenHash: string,
  now: Date,
): Promise<AccountLink | null> {
  const [row] = await tx
    .delete(accountLinks)
    .where(matchLink(kind, tokenHash, now))
    .returning();
  return row ?? null;
}

/** Invalidates all links of this kind that were sent to an address. */
export async function dropAccountLinks(tx: Transaction, kind: LinkKind, email: string): Promise<void> {
  await tx
    .delete(accountLinks)
    .where(and(eq(accountLinks.kind, kind), sql`lower(${accountLinks.email}) = lower(${email})`));
}

/** Deletes expired links. */
export async function forgetAccountLinks(db: Drizzle, now: Date): Promise<void> {
  await db.delete(accountLinks).where(lte(accountLinks.expiresAt, now));
}

function matchLink(kind: LinkKind, tokenHash: string, now: Date) {
  return and(
    eq(accountLinks.tokenHash, tokenHash),
    eq(accountLinks.kind, kind),
    gt(accountLinks.expiresAt, now),
  );
}
