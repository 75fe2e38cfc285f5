import { and, asc, desc, eq, gt, gte, lt, sql } from 'drizzle-orm';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { logCheckpoints, logCosignatures, logTimestamps } from '#server/db/schema/log.ts';

/** A state of the log, signed by the log. */
export type StoredCheckpoint = { readonly size: number; readonly note: string; readonly signedAt: Date };

/** Inserts a checkpoint. */
export async function insertCheckpoint(tx: Transaction, checkpoint: StoredCheckpoint): Promise<void> {
  await tx.insert(logCheckpoints).values(checkpoint);
}

/** Returns the latest checkpoint. Null before the first one. */
export async function readLatestCheckpoint(db: Drizzle | Transaction): Promise<StoredCheckpoint | null> {
  const [row] = await db.select().from(logCheckpoints).orderBy(desc(logCheckpoints.size)).limit(1);
  return row ?? null;
}

/** A checkpoint with the lines that witnesses added to it. */
export type SignedCheckpoint = StoredCheckpoint & { readonly cosignatures: string };

/**
 * Returns the latest checkpoint with the signatures that witnesses added to it. Null before the first one.
 * With a `quorum`, returns the latest checkpoint that this many witnesses have signed.
 */
export async function readSignedCheckpoint(
  db: Drizzle | Transaction,
  quorum = 0,
): Promise<SignedCheckpoint | null> {
  const own = sql`from log_cosignatures c where c.size = log_checkpoints.size`;
  const [row] = await db
    .select({
      size: logCheckpoints.size,
      note: logCheckpoints.note,
      signedAt: logCheckpoints.signedAt,
      cosignatures: sql<string>`coalesce((select string_agg(c.line, '' order by c.witness) ${own}), '')`,
    })
    .from(logCheckpoints)
    .where(quorum === 0 ? undefined : sql`(select count(*) ${own}) >= ${quorum}`)
    .orderBy(desc(logCheckpoints.size))
    .limit(1);
  return row ?? null;
}

/** Returns at most `limit` checkpoints that are larger than a size, in order. */
export async function readCheckpoints(
  db: Drizzle | Transaction,
  { after, limit }: { after: number; limit: number },
): Promise<StoredCheckpoint[]> {
  return await db
    .select()
    .from(logCheckpoints)
    .where(gt(logCheckpoints.size, after))
    .orderBy(asc(logCheckpoints.size))
    .limit(limit);
}

/** Checks whether there is a checkpoint whose size is at least `start` and less than `end`. */
export async function hasCheckpoint(
  db: Drizzle | Transaction,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<boolean> {
  const rows = await db
    .select({ size: logCheckpoints.size })
    .from(logCheckpoints)
    .where(and(gte(logCheckpoints.size, start), lt(logCheckpoints.size, end)))
    .limit(1);
  return rows.length > 0;
}

/** Adds a witness's signature, unless it is already there. */
export async function insertCosignature(
  db: Drizzle | Transaction,
  cosignature: { readonly size: number; readonly witness: string; readonly line: string },
): Promise<void> {
  await db.insert(logCosignatures).values(cosignature).onConflictDoNothing();
}

/** Checks whether a witness has signed the checkpoint of a size. */
export async function hasCosignature(
  db: Drizzle | Transaction,
  { size, witness }: { readonly size: number; readonly witness: string },
): Promise<boolean> {
  const rows = await db
    .select({ size: logCosignatures.size })
    .from(logCosignatures)
    .where(and(eq(logCosignatures.size, size), eq(logCosignatures.witness, witness)));
  return rows.length > 0;
}

/** Returns the largest checkpoint that a witness has signed. Null if there is none. */
export async function readLastCosigned(
  db: Drizzle | Transaction,
  witness: string,
): Promise<Pick<StoredCheckpoint, 'size' | 'note'> | null> {
  const [row] = await db
    .select({ size: logCheckpoints.size, note: logCheckpoints.note })
    .from(logCosignatures)
    .innerJoin(logCheckpoints, eq(logCheckpoints.size, logCosignatures.size))
    .where(eq(logCosignatures.witness, witness))
    .orderBy(desc(logCosignatures.size))
    .limit(1);
  return row ?? null;
}

/** Adds a timestamp token for the text of the checkpoint of a size, unless there already is one. */
export async function insertTimestamp(
  db: Drizzle | Transaction,
  timestamp: { readonly size: number; readonly token: Uint8Array },
): Promise<void> {
  await db.insert(logTimestamps).values(timestamp).onConflictDoNothing();
}

/** Returns the timestamp token for the text of the checkpoint of a size. Null if there is none. */
export async function readTimestamp(db: Drizzle | Transaction, size: number): Promise<Uint8Array | null> {
  const [row] = await db.select().from(logTimestamps).where(eq(logTimestamps.size, size));
  return row?.token ?? null;
}
