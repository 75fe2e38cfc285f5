import { TILE_WIDTH, getTileLength, formatTilePath, getTileWidth } from '#domain/log/tiles.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readBundles } from '#server/db/log/tiles.ts';
import { buildLogKey } from '#server/storage/keys.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { StorageDriver } from '#server/storage/driver.ts';

/**
 * How many bundles are read in one query and stored at the same time, since a storage takes long to confirm
 * each.
 */
const BATCH = 32;

/**
 * A copy of the log outside the database. A restored database learns from it what it has lost. Entries are
 * enough, since their hashes follow from them.
 */
export type LogCopy = {
  /** Returns the newest checkpoint for which the copy is complete; null if there is none. */
  readonly checkpoint: () => Promise<string | null>;
  /** Returns a bundle with at least `width` entries; null if there is none. */
  readonly bundle: (index: number, width: number) => Promise<Uint8Array | null>;
};

/** Opens the copy of a log in the object storage, where each log has a place of its own. */
export function openStoredCopy(storage: StorageDriver, origin: string): LogCopy {
  const read = async (name: string) => {
    const key = buildCopyKey(origin, name);
    return (await storage.stat(key)) === null ? null : await readBlob(storage, key);
  };
  return {
    checkpoint: async () => {
      const bytes = await read('checkpoint');
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    bundle: async (index) => await read(formatEntriesName(index)),
  };
}

/** Opens a copy through the paths at which the log is served, from a URL or an exported folder. */
export function openServedCopy(read: (path: string) => Promise<Uint8Array | null>): LogCopy {
  return {
    checkpoint: async () => {
      const bytes = await read('checkpoint');
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    bundle: async (index, width) => await read(formatTilePath({ level: 'entries', index, width })),
  };
}

/**
 * Copies the entries that a log of `to` entries has and a log of `from` entries lacks. Nothing refers to the
 * copied entries yet.
 */
export async function copyEntries(
  tx: Transaction,
  storage: StorageDriver,
  origin: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  const end = Math.ceil(to / TILE_WIDTH);
  for (let start = Math.floor(from / TILE_WIDTH); start < end; start += BATCH) {
    const bundles = await readBundles(tx, { start, end: Math.min(start + BATCH, end) });
    await Promise.all(
      bundles.map(async (content, at) => {
        const width = getTileWidth({ level: 'entries', index: start + at }, to);
        const own = content.subarray(0, getTileLength({ level: 'entries', width }));
        await storage.put(buildCopyKey(origin, formatEntriesName(start + at)), own);
      }),
    );
  }
}

/** Makes a checkpoint the newest one of the copy, which must already have the checkpoint's entries. */
export async function copyCheckpoint(storage: StorageDriver, origin: string, note: string): Promise<void> {
  await storage.put(buildCopyKey(origin, 'checkpoint'), new TextEncoder().encode(note));
}

function formatEntriesName(index: number): string {
  return `entries-${index}`;
}

function buildCopyKey(origin: string, name: string): string {
  return buildLogKey(computeSha256Hex(origin).slice(0, 16), name);
}
