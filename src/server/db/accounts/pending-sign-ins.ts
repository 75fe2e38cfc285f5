import { and, eq, gt, lt, lte, sql } from 'drizzle-orm';
import { LIMITS } from '#domain/limits.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { halfSessions } from '#server/db/schema/half-sessions.ts';

export type HalfSession = Pick<typeof halfSessions.$inferSelect, 'id' | 'userId' | 'invitationHash'>;

export async function insertHalfSession(
  tx: Drizzle,
  half: HalfSession & { readonly createdAt: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx.insert(halfSessions).values(half);
}

/** Counts an attempt before the code is looked at, so that attempts at the same moment count too. Null when none is left. */
export async function attemptHalfSession(db: Drizzle, id: string, now: Date): Promise<HalfSession | null> {
  const { halfSessionAttemptsMax } = LIMITS;
  const [row] = await db
    .update(halfSessions)
    .set({ attempts: sql`${halfSessions.attempts} + 1` })
    .where(
      and(
        eq(halfSessions.id, id),
        gt(halfSessions.expiresAt, now),
        lt(halfSessions.attempts, halfSessionAttemptsMax),
      ),
    )
    .returning({
      id: halfSessions.id,
      userId: halfSessions.userId,
      invitationHash: halfSessions.invitationHash,
    });
  return row ?? null;
}

/** Ends a half-session; false when it had ended. */
export async function takeHalfSession(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx
    .delete(halfSessions)
    .where(eq(halfSessions.id, id))
    .returning({ id: halfSessions.id });
  return rows.length === 1;
}

/** Ends every half-session of a person: what was proved with the old password proves nothing. */
export async function endHalfSessions(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(halfSessions).where(eq(halfSessions.userId, userId));
}

/** Whether a half-session still waits for its code. */
export async function halfSessionWaits(db: Drizzle, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: halfSessions.id })
    .from(halfSessions)
    .where(
      and(
        eq(halfSessions.id, id),
        gt(halfSessions.expiresAt, now),
        lt(halfSessions.attempts, LIMITS.halfSessionAttemptsMax),
      ),
    );
  return rows.length > 0;
}

export async function forgetHalfSessions(db: Drizzle, now: Date): Promise<void> {
  await db.delete(halfSessions).where(lte(halfSessions.expiresAt, now));
}
