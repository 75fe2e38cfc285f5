import { toHex } from '#domain/log/bytes.ts';
import { parseBundle } from '#domain/log/entry.ts';
import { formatNote, parseNote } from '#domain/log/note.ts';
import { TILE_WIDTH } from '#domain/log/tiles.ts';
import { insertCheckpoint, readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { readObservers, recordObserver } from '#server/db/log/observers.ts';
import { appendEntries, lockLog, readLogSize, readRoot } from '#server/db/log/tiles.ts';
import { transactionOnce } from '#server/db/client/transaction.ts';
import type { Transaction } from '#server/db/client/client.ts';
import type { LogServices } from './services.ts';
import type { LogCopy } from './copy.ts';
import { readLogKey } from './identity.ts';
import { openCheckpoint } from './open-checkpoint.ts';

/**
 * Replays from a copy what a restored database has lost of the log, up to the copy's signed checkpoint. The
 * entries come back, but what they committed to doesn't. Throws, and changes nothing, unless the result is
 * exactly what was signed.
 */
export async function recoverLog(
  services: LogServices,
  copy: LogCopy,
): Promise<{ before: number; after: number }> {
  const key = await readLogKey(services);
  if (key === null)
    throw new Error(
      'the database has no key of the log: set LOG_ORIGIN to a new name, which begins another log',
    );
  const note = await copy.checkpoint();
  const target = note === null ? null : openCheckpoint(note, key);
  if (note === null || target === null) throw new Error('the copy has no checkpoint that this log signed');
  const before = await transactionOnce(services.db, { dueRows: true }, async (tx) => {
    if (!(await lockLog(tx))) throw new Error('the log is being appended to: try again');
    const size = await readLogSize(tx);
    if (size > target.size) throw new Error(`the log has ${size} entries, the copy only ${target.size}`);
    await appendFrom(tx, copy, { size, target: target.size });
    if ((await readRoot(tx, target.size)) !== target.rootHash)
      throw new Error(
        'the copy doesn\'t continue this log: its entries lead to another root. See "A forked log" in docs/transparency-log.md',
      );
    const latest = await readLatestCheckpoint(tx);
    if ((latest?.size ?? 0) < target.size)
      await insertCheckpoint(tx, {
        size: target.size,
        note: withOwnSignature(note, key.keyId),
        signedAt: services.clock(),
      });
    return size;
  });
  await confirmObservers(services, target.size);
  return { before, after: target.size };
}

async function appendFrom(
  tx: Transaction,
  copy: LogCopy,
  { size, target }: { readonly size: number; readonly target: number },
): Promise<void> {
  for (let at = size; at < target;) {
    const index = Math.floor(at / TILE_WIDTH);
    const end = Math.min(target, (index + 1) * TILE_WIDTH);
    const bundle = await copy.bundle(index, end - index * TILE_WIDTH);
    const entries = bundle === null ? null : parseBundle(bundle);
    const missing = entries?.slice(at - index * TILE_WIDTH, end - index * TILE_WIDTH).map(toHex) ?? [];
    if (missing.length !== end - at) throw new Error(`the copy lacks entries from ${at} on`);
    await appendEntries(tx, at, missing);
    at = end;
  }
}

/** Returns the note with only the log's own signature. */
function withOwnSignature(note: string, keyId: string): string {
  const parsed = parseNote(note);
  if (parsed === null) return note;
  return formatNote({ ...parsed, signatures: parsed.signatures.filter((line) => line.keyId === keyId) });
}

/** Clears the problem of observers that were ahead of the database and no longer are. */
async function confirmObservers({ db, clock }: LogServices, size: number): Promise<void> {
  for (const observer of (await readObservers(db.drizzle)).values())
    if (observer.problem === 'ahead' && (observer.size ?? 0) <= size)
      await recordObserver(db.drizzle, { ...observer, problem: null, since: clock() });
}
