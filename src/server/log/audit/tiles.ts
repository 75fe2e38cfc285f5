import { fromHex, concatBytes, toHex } from '#domain/log/bytes.ts';
import { hashEntryLeaf, parseBundle } from '#domain/log/entry.ts';
import { computeRowHash, formatTilePath, TILE_WIDTH, getTileWidth, type Tile } from '#domain/log/tiles.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { readTile } from '#server/db/log/tiles.ts';
import type { AuditFault } from './report.ts';

/** Recomputes every tile from the entries. */
export async function auditTiles(tx: Transaction, size: number): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  let below: Uint8Array[] = [];
  for (let index = 0; index * TILE_WIDTH < size; index++) {
    const entries = parseBundle((await readTile(tx, { level: 'entries', index })) ?? new Uint8Array()) ?? [];
    const row = concatBytes(
      ...entries.map((entry) => fromHex(hashEntryLeaf(toHex(entry), computeSha256Hex)) ?? entry),
    );
    faults.push(...(await compareTile(tx, { level: 0, index }, row, size)));
    if (entries.length >= TILE_WIDTH) below.push(computeRowHash(row, computeSha256Bytes));
  }
  for (let level = 1; below.length > 0; level++) {
    const above: Uint8Array[] = [];
    for (let index = 0; index * TILE_WIDTH < below.length; index++) {
      const row = concatBytes(...below.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH));
      faults.push(...(await compareTile(tx, { level, index }, row, size)));
      if (row.length === TILE_WIDTH * 32) above.push(computeRowHash(row, computeSha256Bytes));
    }
    below = above;
  }
  return faults;
}

async function compareTile(
  tx: Transaction,
  tile: Tile,
  expected: Uint8Array,
  size: number,
): Promise<AuditFault[]> {
  const stored = (await readTile(tx, tile)) ?? new Uint8Array();
  if (Buffer.compare(stored, expected) === 0) return [];
  const path = formatTilePath({ ...tile, width: getTileWidth(tile, size) });
  return [{ check: 'tiles', detail: `${path} isn't what the entries hash to` }];
}
