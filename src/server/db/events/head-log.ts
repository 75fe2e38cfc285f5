import { and, asc, desc, eq, gte, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Head, Inclusion } from '#domain/event/checkpoint.ts';
import {
  completedBy,
  inclusionPath,
  rangeHash,
  subtreesOf,
  type Range,
  type Subtree,
} from '#domain/event/merkle-log.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { changedHeads, checkpointLeaves } from '#server/db/schema/checkpoints.ts';
import { events } from '#server/db/schema/events.ts';

/** Returns organizations with a head unlogged since `before`. Requires the scope `dueRows`. */
export async function organizationsWithChangedHeads(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ organizationId: changedHeads.organizationId })
    .from(changedHeads)
    .where(lte(changedHeads.since, before));
  return rows.map(({ organizationId }) => organizationId);
}

/** Locks an organization's log until the transaction ends; false if someone else has it. */
export async function lockLog(tx: Transaction, organizationId: string): Promise<boolean> {
  const [row] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`checkpoints ${organizationId}`}, 0)) as held`,
  );
  return row?.held === true;
}

/** Removes and returns at most `limit` changed heads, skipping those that a transaction is changing. */
export async function takeChangedHeads(
  tx: Transaction,
  organizationId: string,
  limit: number,
): Promise<Head[]> {
  const waiting = tx
    .select({ envelopeId: changedHeads.envelopeId })
    .from(changedHeads)
    .where(eq(changedHeads.organizationId, organizationId))
    .orderBy(asc(changedHeads.since))
    .limit(limit)
    .for('update', { skipLocked: true });
  return await tx
    .delete(changedHeads)
    .where(sql`${changedHeads.envelopeId} = any(array(${waiting}))`)
    .returning({
      envelopeId: changedHeads.envelopeId,
      seq: changedHeads.seq,
      headHash: changedHeads.headHash,
    });
}

/** Returns the number of leaves in an organization's log. */
export async function readLogSize(tx: Transaction, organizationId: string): Promise<number> {
  const [last] = await tx
    .select({ position: checkpointLeaves.position })
    .from(checkpointLeaves)
    .where(eq(checkpointLeaves.organizationId, organizationId))
    .orderBy(desc(checkpointLeaves.position))
    .limit(1);
  return last === undefined ? 0 : last.position + 1;
}

/** Returns the hashes of the log's full subtrees, to which leaves are appended. */
export async function readFrontier(tx: Transaction, organizationId: string, size: number): Promise<string[]> {
  const subtrees = subtreesOf({ start: 0, end: size });
  const hashOf = await readSubtrees(tx, organizationId, subtrees);
  return subtrees.map((subtree) => {
    const hash = hashOf(subtree);
    if (hash === undefined) throw new Error(`the log of ${organizationId} has a gap`);
    return hash;
  });
}

/** Appends leaves with the hashes of the subtrees they complete. */
export async function insertLeaves(
  tx: Transaction,
  organizationId: string,
  leaves: readonly (Head & { readonly position: number; readonly nodes: readonly string[] })[],
): Promise<void> {
  await tx
    .insert(checkpointLeaves)
    .values(leaves.map((leaf) => ({ ...leaf, organizationId, nodes: [...leaf.nodes] })));
}

/** A stored leaf with its event's current hash; null if there is no such event. */
export type StoredLeaf = Head & {
  readonly position: number;
  readonly nodes: readonly string[];
  readonly eventHash: string | null;
};

/** Returns at most `limit` leaves from a position on. */
export async function readLeaves(
  tx: Transaction,
  organizationId: string,
  { from, limit }: { from: number; limit: number },
): Promise<StoredLeaf[]> {
  const { position, envelopeId, seq, headHash, nodes } = checkpointLeaves;
  return await tx
    .select({ position, envelopeId, seq, headHash, nodes, eventHash: events.hash })
    .from(checkpointLeaves)
    .leftJoin(events, and(eq(events.envelopeId, envelopeId), eq(events.seq, seq)))
    .where(and(eq(checkpointLeaves.organizationId, organizationId), gte(position, from)))
    .orderBy(asc(position))
    .limit(limit);
}

/** Returns an envelope's latest leaf among the first `size` with its inclusion proof; null without one. */
export async function readInclusion(
  tx: Transaction,
  { organizationId, envelopeId, size }: { organizationId: string; envelopeId: string; size: number },
): Promise<Inclusion | null> {
  const { position, seq, headHash } = checkpointLeaves;
  const [leaf] = await tx
    .select({ position, envelopeId: checkpointLeaves.envelopeId, seq, headHash })
    .from(checkpointLeaves)
    .where(
      and(
        eq(checkpointLeaves.organizationId, organizationId),
        eq(checkpointLeaves.envelopeId, envelopeId),
        lt(position, size),
      ),
    )
    .orderBy(desc(seq))
    .limit(1);
  if (leaf === undefined) return null;
  return { ...leaf, proof: await readRangeHashes(tx, organizationId, inclusionPath(leaf.position, size)) };
}

/** Returns the Merkle tree hashes of ranges of the log, for proofs. */
async function readRangeHashes(
  tx: Transaction,
  organizationId: string,
  ranges: readonly Range[],
): Promise<string[]> {
  const hashOf = await readSubtrees(tx, organizationId, ranges.flatMap(subtreesOf));
  // If leaves are missing, there is no proof: this placeholder doesn't verify either.
  return ranges.map((range) =>
    rangeHash(
      subtreesOf(range).map((subtree) => hashOf(subtree) ?? ''),
      sha256Hex,
    ),
  );
}

async function readSubtrees(
  tx: Transaction,
  organizationId: string,
  subtrees: readonly Subtree[],
): Promise<(subtree: Subtree) => string | undefined> {
  const rows =
    subtrees.length === 0
      ? []
      : await tx
          .select({ position: checkpointLeaves.position, nodes: checkpointLeaves.nodes })
          .from(checkpointLeaves)
          .where(
            and(
              eq(checkpointLeaves.organizationId, organizationId),
              inArray(checkpointLeaves.position, subtrees.map(completedBy)),
            ),
          );
  const nodes = new Map(rows.map((row) => [row.position, row.nodes]));
  return (subtree) => nodes.get(completedBy(subtree))?.[subtree.level];
}
