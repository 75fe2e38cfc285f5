import { insertCheckpoint, readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { lockLog, readLogSize, readRoot } from '#server/db/log/tiles.ts';
import { transactionOnce } from '#server/db/client/transaction.ts';
import type { LogServices } from './services.ts';
import { copyCheckpoint, copyEntries } from './copy.ts';
import type { LogIdentity } from './identity.ts';

/**
 * Signs the log's committed entries and stores the checkpoint, which publishes it. Before that, everything it
 * covers is copied to the object storage, which already has `copied` entries. Does nothing if another process
 * is signing or if there is nothing new. Returns how many entries are copied afterwards.
 */
export async function signCheckpoint(
  services: LogServices,
  log: LogIdentity,
  copied: number,
): Promise<number> {
  return await transactionOnce(services.db, { dueRows: true }, async (tx) => {
    if (!(await lockLog(tx))) return copied;
    const size = await readLogSize(tx);
    const latest = await readLatestCheckpoint(tx);
    if (size === (latest?.size ?? 0)) return copied;
    await copyEntries(tx, services.storage, log.origin, { from: copied, to: size });
    const note = log.sign({ size, rootHash: await readRoot(tx, size) });
    await insertCheckpoint(tx, { size, note, signedAt: services.clock() });
    return size;
  });
}

/**
 * Puts the latest checkpoint into the object storage, where a restored database finds it, once everything
 * that it covers is there. The storage already has the checkpoint of `signed` entries, and `copied` entries.
 */
export async function copyLatestCheckpoint(
  services: LogServices,
  log: LogIdentity,
  { signed, copied }: { readonly signed: number; readonly copied: number },
): Promise<void> {
  await transactionOnce(services.db, { dueRows: true }, async (tx) => {
    if (!(await lockLog(tx))) return;
    const latest = await readLatestCheckpoint(tx);
    if (latest === null || latest.size <= signed) return;
    await copyEntries(tx, services.storage, log.origin, { from: copied, to: latest.size });
    await copyCheckpoint(services.storage, log.origin, latest.note);
  });
}
