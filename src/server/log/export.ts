import { formatVerifierKey } from '#domain/log/note.ts';
import { getTileLength, formatTilePath, listTilesBetween } from '#domain/log/tiles.ts';
import { readTile } from '#server/db/log/tiles.ts';
import { readSignedCheckpoint } from '#server/db/log/checkpoints.ts';
import type { LogServices } from './services.ts';
import { openLogIdentity } from './identity.ts';
import { readPublishedTimestamp } from './timestamps.ts';

/**
 * Writes the log for a file server, as the files that it is served as: the key, the tiles of the latest
 * checkpoint, its timestamp, and finally the checkpoint. Returns the number of files.
 */
export async function exportLog(
  services: LogServices,
  write: (path: string, content: Uint8Array) => Promise<void>,
): Promise<number> {
  const { drizzle } = services.db;
  const { key } = await openLogIdentity(services);
  const checkpoint = await readSignedCheckpoint(drizzle);
  const text = new TextEncoder();
  await write('vkey', text.encode(`${formatVerifierKey(key)}\n`));
  if (checkpoint === null) return 1;
  const tiles = listTilesBetween(0, checkpoint.size);
  for (const tile of tiles) {
    const content = await readTile(drizzle, tile);
    if (content === null) throw new Error(`the log has no tile ${formatTilePath(tile)}`);
    await write(formatTilePath(tile), content.subarray(0, getTileLength(tile)));
  }
  const timestamp = await readPublishedTimestamp(drizzle);
  if (timestamp !== null) await write('checkpoint.tsr', timestamp);
  await write('checkpoint', text.encode(checkpoint.note + checkpoint.cosignatures));
  return tiles.length + (timestamp === null ? 2 : 3);
}
