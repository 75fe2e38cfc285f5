import { recoveryCodes } from '#server/db/schema/recovery-codes.ts';
import { and, count, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { totpSecrets } from '#server/db/schema/totp-secrets.ts';

export type TotpSecret = typeof totpSecrets.$inferSelect;

/** Returns the secret of a person's authenticator app, confirmed or not. */
export async function readTotpSecret(db: Drizzle, userId: string): Promise<TotpSecret | null> {
  const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
  return row ?? null;
}

/** Starts an enrollment and replaces an unfinished one. Returns false if an app is already confirmed. */
export async function beginTotp(
  tx: Transaction,
  userId: string,
  secretBox: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .insert(totpSecrets)
    .values({ userId, secretBox, createdAt: now })
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secretBox, createdAt: now, lastStep: null },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning({ userId: totpSecrets.userId });
  return rows.length === 1;
}

/**
 * Finishes the enrollment of this secret with the code's time step. Returns false if another enrollment was
 * finished first.
 */
export async function confirmTotp(
  tx: Transaction,
  { userId, secretBox }: Pick<TotpSecret, 'userId' | 'secretBox'>,
  step: number,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(totpSecrets)
    .set({ confirmedAt: now, lastStep: step })
    .where(
      and(
        eq(totpSecrets.userId, userId),
        eq(totpSecrets.secretBox, secretBox),
        isNull(totpSecrets.confirmedAt),
      ),
    )
    .returning({ userId: totpSecrets.userId });
  return rows.length === 1;
}

/** Accepts each time step only once. Returns false if this step or a later one was already accepted. */
export async function takeTotpStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const unused = or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step));
  const rows = await tx
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt), unused))
    .returning({ userId: totpSecrets.userId });
  return rows.length === 1;
}

/** Removes the authenticator app and its recovery codes. Returns false if there was none. */
export async function dropTotp(tx: Transaction, userId: string): Promise<boolean> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  const rows = await tx
    .delete(totpSecrets)
    .where(eq(totpSecrets.userId, userId))
    .returning({ confirmedAt: totpSecrets.confirmedAt });
  return rows.some(({ confirmedAt }) => confirmedAt !== null);
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(hashes.map((hash) => ({ userId, hash })));
}

/** Uses up a recovery code. Returns false if it is unknown or already used. */
export async function takeRecoveryCode(
  tx: Transaction,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash), isNull(recoveryCodes.usedAt)))
    .returning({ hash: recoveryCodes.hash });
  return rows.length === 1;
}

/** Counts the remaining recovery codes. */
export async function countRecoveryCodes(db: Drizzle, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));
  return row?.left ?? 0;
}
