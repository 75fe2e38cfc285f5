import { pendingSignIns } from '#server/db/schema/pending-sign-ins.ts';
import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';

export type PendingSignIn = Pick<typeof pendingSignIns.$inferSelect, 'id' | 'userId' | 'invitationHash'>;

export async function insertPendingSignIn(
  tx: Drizzle,
  pending: PendingSignIn & { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx.insert(pendingSignIns).values(pending);
}

/**
 * Counts an attempt before the code is checked, so that simultaneous attempts count too. Returns null when
 * none is left.
 */
export async function countSignInAttempt(db: Drizzle, id: string, now: Date): Promise<PendingSignIn | null> {
  const [row] = await db
    .update(pendingSignIns)
    .set({ attempts: sql`${pendingSignIns.attempts} + 1` })
    .where(matchAwaitingCode(id, now))
    .returning({
      id: pendingSignIns.id,
      userId: pendingSignIns.userId,
      invitationHash: pendingSignIns.invitationHash,
    });
  return row ?? null;
}

/** Ends a pending sign-in. Returns false if it had already ended. */
export async function takePendingSignIn(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .delete(pendingSignIns)
    .where(eq(pendingSignIns.id, id))
    .returning({ id: pendingSignIns.id });
  return rows.length === 1;
}

/** Ends a person's pending sign-ins, because they were started with the old password. */
export async function endPendingSignIns(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

/** Checks whether a pending sign-in is still waiting for its code. */
export async function isSignInPending(db: Drizzle, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: pendingSignIns.id })
    .from(pendingSignIns)
    .where(matchAwaitingCode(id, now));
  return rows.length > 0;
}

export async function forgetPendingSignIns(db: Drizzle, now: Date): Promise<void> {
  await db.delete(pendingSignIns).where(lte(pendingSignIns.expiresAt, now));
}

function matchAwaitingCode(id: string, now: Date) {
  return and(
    eq(pendingSignIns.id, id),
    gt(pendingSignIns.expiresAt, now),
    lt(pendingSignIns.attempts, LIMITS.pendingSignInAttemptsMax),
  );
}
