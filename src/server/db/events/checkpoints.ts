import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Checkpoint, Inclusion } from '#domain/event/checkpoint.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { readInclusion } from './head-log.ts';
import { checkpoints } from '#server/db/schema/checkpoints.ts';

/** A checkpoint as it is kept: with its signature and the certificates of who made it (DER, leaf first), in base64. */
export type SignedCheckpoint = Checkpoint & {
  readonly signature: string;
  readonly certificates: readonly string[];
};

/** A checkpoint, and an envelope's newest leaf in its tree. */
export type Covering = { readonly checkpoint: SignedCheckpoint; readonly leaf: Inclusion };

/** Keeps a checkpoint. */
export async function insertCheckpoint(tx: Transaction, checkpoint: SignedCheckpoint): Promise<void> {
  const { signedAt, certificates, ...rest } = checkpoint;
  await tx
    .insert(checkpoints)
    .values({ ...rest, certificates: [...certificates], signedAt: toMoment(signedAt) });
}

/** The newest checkpoint of an organization; null before the first. */
export async function readLatestCheckpoint(
  tx: Transaction,
  organizationId: string,
): Promise<SignedCheckpoint | null> {
  const [row] = await tx
    .select()
    .from(checkpoints)
    .where(eq(checkpoints.organizationId, organizationId))
    .orderBy(desc(checkpoints.number))
    .limit(1);
  return row === undefined ? null : { ...row, signedAt: toTimestamp(row.signedAt) };
}

/** At most `limit` checkpoints of an organization behind a number, in their order. */
export async function readCheckpoints(
  tx: Transaction,
  organizationId: string,
  { after, limit }: { after: number; limit: number },
): Promise<SignedCheckpoint[]> {
  const rows = await tx
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.organizationId, organizationId), gt(checkpoints.number, after)))
    .orderBy(asc(checkpoints.number))
    .limit(limit);
  return rows.map((row) => ({ ...row, signedAt: toTimestamp(row.signedAt) }));
}

/** The newest checkpoint with what it knows of an envelope's chain; null until one has a leaf of it. */
export async function readCovering(
  tx: Transaction,
  organizationId: string,
  envelopeId: string,
): Promise<Covering | null> {
  const checkpoint = await readLatestCheckpoint(tx, organizationId);
  if (checkpoint === null) return null;
  const leaf = await readInclusion(tx, { organizationId, envelopeId, size: checkpoint.treeSize });
  return leaf === null ? null : { checkpoint, leaf };
}
