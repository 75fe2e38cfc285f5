import { and, asc, desc, eq, gt } from 'drizzle-orm';
import type { Checkpoint, Inclusion } from '#domain/event/checkpoint.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { toMoment, toTimestamp } from '#server/db/envelopes/envelope-rows.ts';
import { readInclusion } from './head-log.ts';
import { checkpoints } from '#server/db/schema/checkpoints.ts';

/** A stored checkpoint with its signature and the signer's certificates (DER, leaf first), in base64. */
export type SignedCheckpoint = Checkpoint & {
  readonly signature: string;
  readonly certificates: readonly string[];
};

/** A checkpoint and an envelope's latest leaf in its tree. */
export type Covering = { readonly checkpoint: SignedCheckpoint; readonly leaf: Inclusion };

/** Inserts a checkpoint. */
export async function insertCheckpoint(tx: Transaction, checkpoint: SignedCheckpoint): Promise<void> {
  const { signedAt, certificates, ...rest } = checkpoint;
  await tx
    .insert(checkpoints)
    .values({ ...rest, certificates: [...certificates], signedAt: toMoment(signedAt) });
}

/** Returns an organization's latest checkpoint; null before the first. */
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

/** Returns at most `limit` checkpoints after a number, in order. */
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

/** Returns the latest checkpoint that covers an envelope; null before the first. */
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
