import { and, desc, eq, isNotNull, isNull, ne, not, sql, type SQL } from 'drizzle-orm';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { sessions } from '#server/db/schema/sessions.ts';

export type SessionRecord = typeof sessions.$inferSelect;

/** How long sessions last: after signing in (`lifeMs`), and without use (`idleMs`). */
export type SessionLife = { readonly lifeMs: number; readonly idleMs: number };

/** Sessions expire by the machine's clock; see `openSessionStore`. */
const MACHINE_TIME = sql`now()`;

/** Matches sessions that have expired, haven't been used for too long, or started too long ago. */
function matchEndedSessions(now: Date, { lifeMs, idleMs }: SessionLife): SQL {
  const started = new Date(now.getTime() - lifeMs);
  const used = new Date(now.getTime() - idleMs);
  const lastUsed = sql`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`;
  return sql`(${sessions.expiresAt} <= ${MACHINE_TIME} or ${sessions.createdAt} < ${started.toISOString()} or ${lastUsed} < ${used.toISOString()})`;
}

/** Lists a person's sessions that aren't over, most recently used first. */
export async function listSessions(
  db: Drizzle,
  userId: string,
  life: SessionLife,
  now: Date,
): Promise<SessionRecord[]> {
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), not(matchEndedSessions(now, life))))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt), desc(sessions.id));
}

/** Returns when each person last used a session in an organization. People without a session are left out. */
export async function readLastUses(db: Drizzle, organizationId: string): Promise<ReadonlyMap<string, Date>> {
  const at = sql<Date>`max(coalesce(${sessions.lastUsedAt}, ${sessions.createdAt}))`.mapWith(
    sessions.createdAt,
  );
  const rows = await db
    .select({ userId: sessions.userId, at })
    .from(sessions)
    .where(eq(sessions.organizationId, organizationId))
    .groupBy(sessions.userId);
  return new Map(rows.map(({ userId, at }) => [userId, at]));
}

/** Ends one of a person's sessions. Returns false if they have no session with that id. */
export async function endSession(tx: Drizzle, userId: string, id: string): Promise<boolean> {
  const rows = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return rows.length === 1;
}

/** Ends all of a person's sessions except one. */
export async function endSessions(tx: Drizzle, userId: string, except: string | null): Promise<void> {
  const others = except === null ? undefined : ne(sessions.id, except);
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), others));
}

/** Ends a person's sessions in one organization. */
export async function endOrganizationSessions(
  tx: Transaction,
  userId: string,
  organizationId: string,
): Promise<void> {
  await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.organizationId, organizationId)));
}

/** Records that a session is in use. */
export async function touchSession(db: Drizzle, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastUsedAt: now }).where(eq(sessions.id, id));
}

/** Records that in this session, the account was protected with a second factor. */
export async function passSecondFactor(tx: Drizzle, id: string): Promise<void> {
  await tx.update(sessions).set({ secondFactor: true }).where(eq(sessions.id, id));
}

/**
 * Makes a person who has no second factor left prove a new one in each of their sessions. Does nothing while
 * they still have one.
 */
export async function forgetSecondFactor(tx: Drizzle, userId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ secondFactor: false })
    .where(and(eq(sessions.userId, userId), sql`not has_second_factor(${userId})`));
}

/** Moves a session to another organization of the same person. */
export async function moveSession(tx: Transaction, id: string, organizationId: string): Promise<void> {
  await tx.update(sessions).set({ organizationId }).where(eq(sessions.id, id));
}

/** The participant that a device was handed to, and the envelope. */
export type HandOver = { readonly envelopeId: string; readonly participantId: string };

/**
 * Locks a session and gives it a new identifier. Returns when it expires. Null if it is already locked or has
 * ended. Of two concurrent calls, only one succeeds.
 */
export async function lockSession(
  db: Drizzle,
  id: string,
  newId: string,
  { envelopeId, participantId }: HandOver,
): Promise<Date | null> {
  const [row] = await db
    .update(sessions)
    .set({ id: newId, lockedEnvelopeId: envelopeId, lockedParticipantId: participantId })
    .where(and(eq(sessions.id, id), isNull(sessions.lockedEnvelopeId)))
    .returning({ expiresAt: sessions.expiresAt });
  return row?.expiresAt ?? null;
}

/**
 * Ends a locked session. Returns false if it no longer exists. Of two concurrent calls, only one succeeds.
 */
export async function endLockedSession(db: Drizzle, id: string): Promise<boolean> {
  const rows = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), isNotNull(sessions.lockedEnvelopeId)))
    .returning({ id: sessions.id });
  return rows.length === 1;
}

/** Deletes sessions that are over. */
export async function forgetSessions(db: Drizzle, life: SessionLife, now: Date): Promise<void> {
  await db.delete(sessions).where(matchEndedSessions(now, life));
}
