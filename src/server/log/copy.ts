import { tilePath, tilesBetween, tileBytes, type Tile } from '#domain/log/tiles.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readTile } from '#server/db/log/tiles.ts';
import { logKey } from '#server/storage/keys.ts';
import { readBlob } from '#server/storage/read-blob.ts';
import type { StorageDriver } from '#server/storage/driver.ts';

/** A copy of the log outside of the database, from which a restored database learns what it has lost. */
export type LogCopy = {
  /** Returns the newest checkpoint that the copy is complete for; null without one. */
  readonly checkpoint: () => Promise<string | null>;
  /** Returns a tile that has at least these hashes or entries; null without one. */
  readonly tile: (tile: Tile, width: number) => Promise<Uint8Array | null>;
};

/** Opens the copy of a log in the object storage. Each log has its own place. */
export function storedCopy(storage: StorageDriver, origin: string): LogCopy {
  const read = async (name: string) => {
    const key = keyOf(origin, name);
    return (await storage.stat(key)) === null ? null : await readBlob(storage, key);
  };
  return {
    checkpoint: async () => {
      const bytes = await read('checkpoint');
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    tile: async (tile) => await read(nameOf(tile)),
  };
}

/** Opens a copy by the paths that the log is served at, from an address or an exported folder. */
export function servedCopy(read: (path: string) => Promise<Uint8Array | null>): LogCopy {
  return {
    checkpoint: async () => {
      const bytes = await read('checkpoint');
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    tile: async (tile, width) => await read(tilePath({ ...tile, width })),
  };
}

/** Copies the tiles that a log of `to` entries has and one of `from` entries hasn't. Nothing refers to them yet. */
export async function copyTiles(
  tx: Transaction,
  storage: StorageDriver,
  origin: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<void> {
  for (const tile of tilesBetween(from, to)) {
    const content = await readTile(tx, tile);
    if (content === null) throw new Error(`the log has no tile ${tilePath(tile)}`);
    await storage.put(keyOf(origin, nameOf(tile)), content.subarray(0, tileBytes(tile)));
  }
}

/** Makes a checkpoint the newest of the copy. Its tiles must be there. */
export async function copyCheckpoint(storage: StorageDriver, origin: string, note: string): Promise<void> {
  await storage.put(keyOf(origin, 'checkpoint'), new TextEncoder().encode(note));
}

function nameOf({ level, index }: Tile): string {
  return level === 'entries' ? `entries-${index}` : `tile-${level}-${index}`;
}

function keyOf(origin: string, name: string): string {
  return logKey(sha256Hex(origin).slice(0, 16), name);
}
