import { checkpointStatement, headLeafHash, nextCheckpoint } from '#domain/event/checkpoint.ts';
import { appendLeaves, rangeHash } from '#domain/event/merkle-log.ts';
import { verifyStatement, type StatementSignature } from '#server/crypto/checkpoint-signature.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { readCheckpoints, type SignedCheckpoint } from '#server/db/events/checkpoints.ts';
import type { Database, Transaction } from '#server/db/client/client.ts';
import { readLeaves, readLogSize, type StoredLeaf } from '#server/db/events/head-log.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readTransaction } from '#server/db/client/transaction.ts';

/** The numbers of what was audited, and a sentence about each problem. */
export type Audit = {
  readonly leaves: number;
  readonly checkpoints: number;
  readonly faults: readonly string[];
};

/** A checkpoint that was saved elsewhere. */
export type KeptCheckpoint = StatementSignature & { readonly statement: string };

type Log = { readonly size: number; readonly frontier: readonly string[] };

const PAGE = 1000;

/**
 * Recomputes an organization's log of heads from its leaves, and compares each leaf with its event, and each
 * checkpoint with the log, its predecessor, its signature and the saved one. Reads one snapshot. Throws if
 * there is no such organization.
 */
export async function auditCheckpoints(
  db: Database,
  organizationId: string,
  kept: KeptCheckpoint | null,
): Promise<Audit> {
  return await readTransaction(db, { organizationId }, async (tx) => {
    await readOrganization(tx, organizationId);
    const faults: string[] = [];
    let log: Log = { size: 0, frontier: [] };
    let previous: SignedCheckpoint | null = null;
    let isKept = kept === null;
    for await (const checkpoint of allCheckpoints(tx, organizationId)) {
      log = await grown(tx, organizationId, log, checkpoint.treeSize, faults);
      faults.push(...checkpointFaults(checkpoint, previous, log));
      isKept ||= checkpointStatement(checkpoint) === kept?.statement;
      previous = checkpoint;
    }
    const uncovered = (await readLogSize(tx, organizationId)) - log.size;
    if (uncovered > 0) faults.push(`No checkpoint covers the last ${uncovered} leaves.`);
    if (!isKept) faults.push('The saved checkpoint is not in the log.');
    if (kept !== null && !verifyStatement(kept.statement, kept))
      faults.push('The signature of the saved checkpoint is invalid.');
    return { leaves: log.size, checkpoints: previous?.number ?? 0, faults };
  });
}

async function* allCheckpoints(tx: Transaction, organizationId: string): AsyncGenerator<SignedCheckpoint> {
  let page: SignedCheckpoint[];
  let after = 0;
  do {
    page = await readCheckpoints(tx, organizationId, { after, limit: PAGE });
    yield* page;
    after = page.at(-1)?.number ?? after;
  } while (page.length === PAGE);
}

/** Returns the log up to a size, or all of it. */
async function grown(
  tx: Transaction,
  organizationId: string,
  log: Log,
  size: number,
  faults: string[],
): Promise<Log> {
  let at = log;
  while (at.size < size) {
    const limit = Math.min(PAGE, size - at.size);
    const leaves = await readLeaves(tx, organizationId, { from: at.size, limit });
    if (leaves.length === 0) return at;
    const hashes = leaves.map((leaf) => headLeafHash(leaf, sha256Hex));
    const { completed, frontier } = appendLeaves(at.size, at.frontier, hashes, sha256Hex);
    for (const [index, leaf] of leaves.entries())
      faults.push(...leafFaults(leaf, at.size + index, completed[index] ?? []));
    at = { size: at.size + leaves.length, frontier };
  }
  return at;
}

function leafFaults(leaf: StoredLeaf, position: number, nodes: readonly string[]): string[] {
  const event = `event ${leaf.seq} of ${leaf.envelopeId}`;
  const faults: string[] = [];
  if (leaf.position !== position) faults.push(`Leaf ${position} is missing.`);
  if (leaf.eventHash === null) faults.push(`Leaf ${leaf.position}: ${event} is missing.`);
  else if (leaf.eventHash !== leaf.headHash)
    faults.push(`Leaf ${leaf.position}: ${event} has a different hash.`);
  if (leaf.nodes.join() !== nodes.join())
    faults.push(`Leaf ${leaf.position}: the stored hashes don't match the tree.`);
  return faults;
}

function checkpointFaults(
  checkpoint: SignedCheckpoint,
  previous: SignedCheckpoint | null,
  log: Log,
): string[] {
  const expected = nextCheckpoint(previous, checkpoint, sha256Hex);
  const isChained =
    checkpoint.number === expected.number && checkpoint.previousHash === expected.previousHash;
  const leadsHere =
    checkpoint.treeSize === log.size && checkpoint.rootHash === rangeHash(log.frontier, sha256Hex);
  const name = `Checkpoint ${checkpoint.number}`;
  return [
    ...(isChained ? [] : [`${name} doesn't follow the previous checkpoint.`]),
    ...(leadsHere ? [] : [`${name}: its root doesn't match the leaves.`]),
    ...(verifyStatement(checkpointStatement(checkpoint), checkpoint)
      ? []
      : [`${name}: its signature is invalid.`]),
  ];
}
