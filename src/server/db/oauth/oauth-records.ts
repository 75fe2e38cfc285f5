import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';
import { oauthRecords } from '#server/db/schema/oauth-records.ts';

export type OAuthRecord = typeof oauthRecords.$inferSelect;

export async function putRecord(db: Drizzle, record: Omit<OAuthRecord, 'consumedAt'>): Promise<void> {
  const { id: _id, ...changes } = record;
  await db.insert(oauthRecords).values(record).onConflictDoUpdate({ target: oauthRecords.id, set: changes });
}

/** Returns a record that hasn't expired at `now`. */
export async function readRecord(db: Drizzle, id: string, now: Date): Promise<OAuthRecord | null> {
  const [row] = await db
    .select()
    .from(oauthRecords)
    .where(and(eq(oauthRecords.id, id), sql`${oauthRecords.expiresAt} > ${now.toISOString()}`));
  return row ?? null;
}

/**
 * Marks a record as used and keeps it until `keptUntil`, so that a second use is noticed. Returns false if it
 * was already used. Only one of several concurrent uses succeeds.
 */
export async function consumeRecord(db: Drizzle, id: string, now: Date, keptUntil: Date): Promise<boolean> {
  const consumed = await db
    .update(oauthRecords)
    .set({
      consumedAt: now,
      expiresAt: sql`least(${oauthRecords.expiresAt}, ${keptUntil.toISOString()}::timestamptz)`,
    })
    .where(and(eq(oauthRecords.id, id), isNull(oauthRecords.consumedAt)))
    .returning({ id: oauthRecords.id });
  return consumed.length === 1;
}

export async function deleteRecord(db: Drizzle, id: string): Promise<void> {
  await db.delete(oauthRecords).where(eq(oauthRecords.id, id));
}

/** Deletes a grant's records of one kind. */
export async function deleteRecordsOfGrant(db: Drizzle, kind: string, grantId: string): Promise<void> {
  await db.delete(oauthRecords).where(and(eq(oauthRecords.kind, kind), eq(oauthRecords.grantId, grantId)));
}

export async function forgetExpiredRecords(db: Drizzle, now: Date): Promise<void> {
  await db.delete(oauthRecords).where(lt(oauthRecords.expiresAt, now));
}
