import { getSizesWithTile, getTileLength, type SizedTile } from '#domain/log/tiles.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { hasCheckpoint, readSignedCheckpoint } from '#server/db/log/checkpoints.ts';
import { readTile } from '#server/db/log/tiles.ts';

/** Returns the latest checkpoint with the witnesses' signatures; null before the first. */
export async function readPublished(db: Drizzle | Transaction): Promise<string | null> {
  const checkpoint = await readSignedCheckpoint(db);
  return checkpoint === null ? null : checkpoint.note + checkpoint.cosignatures;
}

/** Returns a tile of exactly this width if a checkpoint needs it; null otherwise. */
export async function readTileFor(db: Drizzle | Transaction, tile: SizedTile): Promise<Uint8Array | null> {
  if (!(await hasCheckpoint(db, getSizesWithTile(tile)))) return null;
  const content = await readTile(db, tile);
  return content?.subarray(0, getTileLength(tile)) ?? null;
}
