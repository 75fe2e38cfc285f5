import { headLeafHash, checkpointStatement, nextCheckpoint } from '#domain/event/checkpoint.ts';
import { appendLeaves, rangeHash } from '#domain/event/merkle-log.ts';
import { LIMITS } from '#domain/limits.ts';
import { signStatement } from '#server/crypto/checkpoint-signature.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import { insertCheckpoint, readLatestCheckpoint } from '#server/db/events/checkpoints.ts';
import type { Transaction } from '#server/db/client/client.ts';
import {
  lockLog,
  insertLeaves,
  organizationsWithChangedHeads,
  readFrontier,
  readLogSize,
  takeChangedHeads,
} from '#server/db/events/head-log.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { sealSignerOf } from '#server/sealing/seal-signer.ts';
import type { Services } from '#server/app/services.ts';
import { startRepeating, type Repeating } from './repeat.ts';

/** Heads per checkpoint. Appending to one of these chains waits for it. */
const BATCH = 1000;
const INTERVAL_MS = 15_000;

/**
 * Signs a checkpoint in every organization with a head that has waited long enough, over all waiting heads.
 * Workers can run this concurrently. Without changes, nothing is written.
 */
export async function signDueCheckpoints(services: Services, isStopping = () => false): Promise<void> {
  const before = new Date(services.clock().getTime() - LIMITS.checkpointAfterMs);
  const due = await transaction(services.db, { dueRows: true }, (tx) =>
    organizationsWithChangedHeads(tx, before),
  );
  for (const organizationId of due) {
    if (isStopping()) return;
    try {
      await signCheckpoints(services, organizationId, isStopping);
    } catch (error) {
      services.log.error({ err: error, organizationId }, 'a checkpoint could not be signed');
    }
  }
}

/** Does so repeatedly until it is stopped. */
export function startSigningCheckpoints(services: Services): Repeating {
  return startRepeating({
    run: (isStopping) => signDueCheckpoints(services, isStopping),
    intervalMs: INTERVAL_MS,
    onError: (error) => services.log.error({ err: error }, 'signing checkpoints failed'),
  });
}

async function signCheckpoints(
  services: Services,
  organizationId: string,
  isStopping: () => boolean,
): Promise<void> {
  const organization = await transaction(services.db, { organizationId }, (tx) =>
    readOrganization(tx, organizationId),
  );
  const signer = await sealSignerOf(services, organization);
  for (let taken = BATCH; taken === BATCH && !isStopping();) {
    taken = await transaction(services.db, { organizationId }, (tx) =>
      signCheckpoint(services, tx, organizationId, signer),
    );
  }
}

/**
 * Inserts leaves and signature in one transaction, so every leaf is covered. Returns the number of leaves.
 */
async function signCheckpoint(
  services: Services,
  tx: Transaction,
  organizationId: string,
  signer: SigningKey,
): Promise<number> {
  if (!(await lockLog(tx, organizationId))) return 0;
  const heads = await takeChangedHeads(tx, organizationId, BATCH);
  if (heads.length === 0) return 0;

  const size = await readLogSize(tx, organizationId);
  const frontier = await readFrontier(tx, organizationId, size);
  const hashes = heads.map((head) => headLeafHash(head, sha256Hex));
  const { completed, frontier: after } = appendLeaves(size, frontier, hashes, sha256Hex);
  const leaves = heads.map((head, index) => ({
    ...head,
    position: size + index,
    nodes: completed[index] ?? [],
  }));
  await insertLeaves(tx, organizationId, leaves);

  const checkpoint = nextCheckpoint(
    await readLatestCheckpoint(tx, organizationId),
    {
      organizationId,
      treeSize: size + heads.length,
      rootHash: rangeHash(after, sha256Hex),
      signedAt: services.clock().toISOString(),
    },
    sha256Hex,
  );
  const signed = await signStatement(checkpointStatement(checkpoint), signer);
  await insertCheckpoint(tx, { ...checkpoint, ...signed });
  return heads.length;
}
