import { randomBytes } from 'node:crypto';
import { LIMITS } from '#domain/limits.ts';
import { toLogEntry, buildPreimage } from '#domain/log/entry.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { listOrganizationsWithDueHeads, takeDueHeads, type Due } from '#server/db/log/heads.ts';
import { insertLeaves, type Leaf } from '#server/db/log/leaves.ts';
import { appendEntries, lockLog, readLogSize } from '#server/db/log/tiles.ts';
import { addScope, transaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

/**
 * The number of heads per transaction. Appending an event to one of their chains waits for the transaction.
 */
const BATCH = 1000;
const NONCE_BYTES = 16;
/** A time later than any event, even one from a machine whose clock is ahead. */
const ALWAYS = new Date('9999-12-31T00:00:00Z');

/**
 * Returns which heads are due now: those of chains that are quiet, those that have waited long, or all of
 * them.
 */
export function getDueCutoffs(now: Date, all: boolean): Due {
  if (all) return { quietSince: ALWAYS, waitingSince: ALWAYS };
  const subtractMs = (ms: number) => new Date(now.getTime() - ms);
  return { quietSince: subtractMs(LIMITS.logQuietMs), waitingSince: subtractMs(LIMITS.logLatestMs) };
}

/**
 * Appends due heads to the log, at most a thousand, in one transaction. Returns how many were appended. That
 * is also 0 if another process is appending.
 */
export async function appendDueHeads({ db }: Pick<Services, 'db'>, due: Due): Promise<number> {
  return await transaction(db, { dueRows: true }, async (tx) => {
    const organizations = await listOrganizationsWithDueHeads(tx, due);
    if (organizations.length === 0 || !(await lockLog(tx))) return 0;
    const size = await readLogSize(tx);
    const leaves = await takeLeaves(tx, organizations, due, size);
    if (leaves.length === 0) return 0;
    const entries = leaves.map((leaf) => toLogEntry(buildPreimage(leaf), computeSha256Hex));
    await appendEntries(tx, size, entries);
    for (const [organizationId, own] of Map.groupBy(leaves, (leaf) => leaf.organizationId)) {
      await addScope(tx, { organizationId });
      await insertLeaves(tx, own);
    }
    return leaves.length;
  });
}

async function takeLeaves(
  tx: Transaction,
  organizations: readonly string[],
  due: Due,
  size: number,
): Promise<Leaf[]> {
  const leaves: Leaf[] = [];
  for (const organizationId of organizations) {
    if (leaves.length === BATCH) break;
    await addScope(tx, { organizationId });
    const heads = await takeDueHeads(tx, organizationId, due, BATCH - leaves.length);
    for (const head of heads) {
      const nonce = randomBytes(NONCE_BYTES).toString('hex');
      leaves.push({ ...head, nonce, position: size + leaves.length });
    }
  }
  return leaves;
}
