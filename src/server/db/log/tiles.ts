import { and, asc, desc, eq, gte, lt, or, sql } from 'drizzle-orm';
import { buildConsistencyPath, buildInclusionPath, type Range } from '#domain/event/merkle-log.ts';
import { fromHex, concatBytes, toHex } from '#domain/log/bytes.ts';
import { toBundleEntry, hashEntryLeaf } from '#domain/log/entry.ts';
import {
  computeRangeHash,
  computeRowHash,
  TILE_WIDTH,
  listTilesUnder,
  type Tile,
  type TileReader,
} from '#domain/log/tiles.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { logTiles } from '#server/db/schema/log.ts';

/** The level number that entries are stored under. */
const ENTRIES = -1;
const HASH_BYTES = 32;

/** Locks the log until the transaction ends. Returns false if someone else holds the lock. */
export async function lockLog(tx: Transaction): Promise<boolean> {
  const [row] = await tx.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended('transparency log', 0)) as held`,
  );
  return row?.held === true;
}

/** Returns the number of entries. */
export async function readLogSize(db: Drizzle | Transaction): Promise<number> {
  const [last] = await db
    .select({ index: logTiles.index, bytes: sql<number>`octet_length(${logTiles.content})` })
    .from(logTiles)
    .where(eq(logTiles.level, 0))
    .orderBy(desc(logTiles.index))
    .limit(1);
  return last === undefined ? 0 : last.index * TILE_WIDTH + last.bytes / HASH_BYTES;
}

/** Returns a tile at its current width. Null if there is none. */
export async function readTile(
  db: Drizzle | Transaction,
  { level, index }: Tile,
): Promise<Uint8Array | null> {
  const [row] = await db
    .select({ content: logTiles.content })
    .from(logTiles)
    .where(and(eq(logTiles.level, level === 'entries' ? ENTRIES : level), eq(logTiles.index, index)));
  return row?.content ?? null;
}

/** Returns whole bundles of entries, in order and as full as they currently are. Throws if one is missing. */
export async function readBundles(tx: Transaction, { start, end }: Range): Promise<Uint8Array[]> {
  const rows = await tx
    .select({ index: logTiles.index, content: logTiles.content })
    .from(logTiles)
    .where(and(eq(logTiles.level, ENTRIES), gte(logTiles.index, start), lt(logTiles.index, end)))
    .orderBy(asc(logTiles.index));
  if (rows.some(({ index }, at) => index !== start + at) || rows.length !== end - start)
    throw new Error(`the log lacks entries between the bundles ${start} and ${end}`);
  return rows.map(({ content }) => content);
}

/** Appends entries (in hex) to a log of `size` entries, at every level. */
export async function appendEntries(
  tx: Transaction,
  size: number,
  entries: readonly string[],
): Promise<void> {
  const bytes = entries.map((entry) => fromHex(entry) ?? new Uint8Array());
  await extendRow(tx, ENTRIES, size, bytes.map(toBundleEntry));
  let hashes = entries.map((entry) => fromHex(hashEntryLeaf(entry, computeSha256Hex)) ?? new Uint8Array());
  let at = size;
  for (let level = 0; hashes.length > 0; level++) {
    const full = await extendRow(tx, level, at, hashes);
    hashes = full.map((content) => computeRowHash(content, computeSha256Bytes));
    at = Math.floor(at / TILE_WIDTH);
  }
}

/** Returns the root of the first `size` entries, in hex. */
export async function readRoot(db: Drizzle | Transaction, size: number): Promise<string> {
  const [root = ''] = await readRangeHashes(db, [{ start: 0, end: size }]);
  return root;
}

/** Returns the proof (in hex) that an entry is among the first `size` entries. */
export async function readInclusion(
  db: Drizzle | Transaction,
  position: number,
  size: number,
): Promise<string[]> {
  return await readRangeHashes(db, buildInclusionPath(position, size));
}

/** Returns the proof (in hex) that the first `to` entries begin with the first `from` entries. */
export async function readConsistency(
  db: Drizzle | Transaction,
  from: number,
  to: number,
): Promise<string[]> {
  return await readRangeHashes(db, buildConsistencyPath(from, to));
}

async function readRangeHashes(db: Drizzle | Transaction, ranges: readonly Range[]): Promise<string[]> {
  const read = await readTiles(db, listTilesUnder(ranges));
  // If a tile is missing, there is no proof. This placeholder won't verify.
  return ranges.map((range) => toHex(computeRangeHash(range, read, computeSha256Bytes) ?? new Uint8Array()));
}

async function readTiles(
  db: Drizzle | Transaction,
  tiles: readonly { level: number; index: number }[],
): Promise<TileReader> {
  const rows =
    tiles.length === 0
      ? []
      : await db
          .select()
          .from(logTiles)
          .where(
            or(...tiles.map(({ level, index }) => and(eq(logTiles.level, level), eq(logTiles.index, index)))),
          );
  const contents = new Map(rows.map(({ level, index, content }) => [`${level} ${index}`, content]));
  return (level, index) => contents.get(`${level} ${index}`);
}

/** Appends items to a level that has `count` items. Returns the tiles that this has filled. */
async function extendRow(
  tx: Transaction,
  level: number,
  count: number,
  items: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const full: Uint8Array[] = [];
  for (let taken = 0; taken < items.length;) {
    const [index, used] = [Math.floor((count + taken) / TILE_WIDTH), (count + taken) % TILE_WIDTH];
    const added = items.slice(taken, taken + TILE_WIDTH - used);
    taken += added.length;
    const content = await extendTile(tx, { level, index }, used, concatBytes(...added));
    if (used + added.length === TILE_WIDTH) full.push(content);
  }
  return full;
}

async function extendTile(
  tx: Transaction,
  { level, index }: { level: number; index: number },
  used: number,
  added: Uint8Array,
): Promise<Uint8Array> {
  if (used === 0) {
    await tx.insert(logTiles).values({ level, index, content: added });
    return added;
  }
  const [row] = await tx
    .update(logTiles)
    .set({ content: sql`${logTiles.content} || ${Buffer.from(added)}` })
    .where(and(eq(logTiles.level, level), eq(logTiles.index, index)))
    .returning({ content: logTiles.content });
  if (row === undefined) throw new Error(`the log has no tile ${index} at level ${level}`);
  return row.content;
}
