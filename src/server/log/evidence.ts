import { buildPreimage } from '#domain/log/entry.ts';
import type { LogEvidence } from '#domain/log/inclusion.ts';
import { formatProof } from '#domain/log/proof.ts';
import { readSignedCheckpoint } from '#server/db/log/checkpoints.ts';
import { readLatestLeaf } from '#server/db/log/leaves.ts';
import { readInclusion } from '#server/db/log/tiles.ts';
import type { Transaction } from '#server/db/client/client.ts';

/**
 * Returns an envelope's latest entry in the log with its proof, based on the latest checkpoint that a quorum
 * of witnesses signed, or on the latest checkpoint if there is none. Returns null until a checkpoint covers
 * the envelope.
 */
export async function readLogEvidence(
  tx: Transaction,
  { organizationId, envelopeId, quorum }: { organizationId: string; envelopeId: string; quorum: number },
): Promise<LogEvidence | null> {
  for (const wanted of new Set([quorum, 0])) {
    const checkpoint = await readSignedCheckpoint(tx, wanted);
    if (checkpoint === null) continue;
    const leaf = await readLatestLeaf(tx, organizationId, envelopeId, checkpoint.size);
    if (leaf === null) continue;
    const hashes = await readInclusion(tx, leaf.position, checkpoint.size);
    const note = checkpoint.note + checkpoint.cosignatures;
    const proof = formatProof({ index: leaf.position, hashes, checkpoint: note });
    return { preimage: buildPreimage(leaf), index: leaf.position, proof };
  }
  return null;
}
