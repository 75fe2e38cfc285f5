import { passkeyChallenges } from '#server/db/schema/passkey-challenges.ts';
import { and, asc, count, eq, gt, lte } from 'drizzle-orm';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { passkeys } from '#server/db/schema/passkeys.ts';

export type Passkey = typeof passkeys.$inferSelect;
type Challenge = typeof passkeyChallenges.$inferInsert;

/** Lists a person's passkeys, oldest first. */
export async function listPasskeys(db: Drizzle, userId: string): Promise<Passkey[]> {
  return await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export async function readPasskey(db: Drizzle, id: string): Promise<Passkey | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.id, id));
  return row ?? null;
}

export async function countPasskeys(db: Drizzle, userId: string): Promise<number> {
  const [row] = await db.select({ held: count() }).from(passkeys).where(eq(passkeys.userId, userId));
  return row?.held ?? 0;
}

/** Inserts a passkey. Returns false if anyone already has the credential. */
export async function insertPasskey(tx: Transaction, passkey: Passkey): Promise<boolean> {
  const rows = await tx.insert(passkeys).values(passkey).onConflictDoNothing().returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Records that a passkey was used. Returns false if it is gone. */
export async function usePasskey(
  tx: Transaction,
  id: string,
  use: Pick<Passkey, 'counter' | 'backedUp'> & { readonly lastUsedAt: Date },
): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set(use)
    .where(and(eq(passkeys.id, id), lte(passkeys.counter, use.counter)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Renames a person's passkey. Returns false if they have no such passkey. */
export async function renamePasskey(tx: Drizzle, userId: string, id: string, name: string): Promise<boolean> {
  const rows = await tx
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Removes a person's passkey. Returns false if they have no such passkey. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  return rows.length === 1;
}

/** Removes all of a person's passkeys. Returns false if there are none. */
export async function deletePasskeys(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Stores a browser's challenge and replaces any earlier one. */
export async function keepChallenge(db: Drizzle, challenge: Challenge): Promise<void> {
  const { browser, purpose, ...rest } = challenge;
  await db
    .insert(passkeyChallenges)
    .values(challenge)
    .onConflictDoUpdate({
      target: [passkeyChallenges.browser, passkeyChallenges.purpose],
      set: rest,
    });
}

/** Uses up a browser's challenge, whether or not the sign-in succeeds. Returns null if there is none. */
export async function takeChallenge(
  db: Drizzle,
  { browser, purpose }: Pick<Challenge, 'browser' | 'purpose'>,
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.browser, browser),
        eq(passkeyChallenges.purpose, purpose),
        gt(passkeyChallenges.expiresAt, now),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return row?.challenge ?? null;
}

export async function forgetChallenges(db: Drizzle, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now));
}
