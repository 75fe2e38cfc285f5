import { splitIntoSubtrees, type Range, type Subtree } from '../event/merkle-log.ts';
import { fromDecimal, concatBytes, type DigestOfBytes } from './bytes.ts';

/** The number of hashes or entries in a full tile. */
export const TILE_WIDTH = 256;
const HEIGHT = 8;
const HASH_BYTES = 32;
/** The size of an entry: a SHA-256 hash, preceded by its length. */
const ENTRY_BYTES = 34;

/**
 * A tile (c2sp.org/tlog-tiles). It holds either hashes, each the root of 256^level entries, or the entries
 * themselves, starting at `index * 256`.
 */
export type Tile = { readonly level: number | 'entries'; readonly index: number };

/** A tile with its number of hashes or entries, at most 256. */
export type SizedTile = Tile & { readonly width: number };

/** Returns a tile of hashes, with at least as many hashes as the log needs. */
export type TileReader = (level: number, index: number) => Uint8Array | undefined;

/** Formats a tile's path below the log's address: `tile/0/x001/234.p/5`. */
export function formatTilePath({ level, index, width }: SizedTile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const name = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Reads a tile's path. Returns null if the path isn't one. */
export function parseTilePath(path: string): SizedTile | null {
  const match = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/){0,4}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match === null) return null;
  const [, where = '', name = '', part] = match;
  const level = where === 'entries' ? ('entries' as const) : fromDecimal(where);
  const width = part === undefined ? TILE_WIDTH : fromDecimal(part);
  if (level === null || width === null || width === 0) return null;
  const tile = { level, index: Number(name.replaceAll(/[x/]/g, '')), width };
  return (level === 'entries' || level < 8) && formatTilePath(tile) === path ? tile : null;
}

/** Returns the number of hashes or entries that a tile has in a log of `size` entries. */
export function getTileWidth({ level, index }: Tile, size: number): number {
  const count = level === 'entries' ? size : Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, count - index * TILE_WIDTH));
}

/** Returns the length of a tile's content in bytes. */
export function getTileLength({ level, width }: Pick<SizedTile, 'level' | 'width'>): number {
  return width * (level === 'entries' ? ENTRY_BYTES : HASH_BYTES);
}

/**
 * Returns the log sizes at which a tile has exactly this width, which are the sizes whose checkpoints need
 * the tile. A full tile has its width at every larger size as well.
 */
export function getSizesWithTile({ level, index, width }: SizedTile): Range {
  const unit = level === 'entries' ? 1 : TILE_WIDTH ** level;
  const start = (index * TILE_WIDTH + width) * unit;
  return { start, end: width === TILE_WIDTH ? Number.MAX_SAFE_INTEGER : start + unit };
}

/**
 * Returns the tiles that a log of `to` entries has, but that were missing or narrower when it had `from`
 * entries.
 */
export function listTilesBetween(from: number, to: number): SizedTile[] {
  const tiles: SizedTile[] = [];
  const add = (level: Tile['level'], unit: number) => {
    const [before, after] = [Math.floor(from / unit), Math.floor(to / unit)];
    for (let index = Math.floor(before / TILE_WIDTH); index * TILE_WIDTH < after; index++) {
      const width = getTileWidth({ level, index }, to);
      if (width > getTileWidth({ level, index }, from)) tiles.push({ level, index, width });
    }
  };
  add('entries', 1);
  for (let level = 0; TILE_WIDTH ** level <= to; level++) add(level, TILE_WIDTH ** level);
  return tiles;
}

/** Returns the tiles whose hashes make up the given ranges of entries. */
export function listTilesUnder(ranges: readonly Range[]): { level: number; index: number }[] {
  const tiles = ranges.flatMap(splitIntoSubtrees).map((subtree) => locateSubtree(subtree));
  return [...new Map(tiles.map(({ level, index }) => [`${level} ${index}`, { level, index }])).values()];
}

/**
 * Returns the Merkle tree hash of a range, computed from tiles. Undefined if a tile is missing or too short.
 */
export function computeRangeHash(
  range: Range,
  read: TileReader,
  sha256: DigestOfBytes,
): Uint8Array | undefined {
  const hashes = splitIntoSubtrees(range).map((subtree) => computeSubtreeHash(subtree, read, sha256));
  const last = hashes.pop();
  return hashes.reduceRight<Uint8Array | undefined>(
    (right, left) => (right && left ? computeNode(left, right, sha256) : undefined),
    last ?? (range.start === range.end ? sha256(new Uint8Array()) : undefined),
  );
}

/**
 * Returns the root above a row of adjacent hashes, whose number is a power of two. For a full tile, this is
 * its hash in the level above.
 */
export function computeRowHash(row: Uint8Array, sha256: DigestOfBytes): Uint8Array {
  let above = row;
  while (above.length > HASH_BYTES) above = hashRow(above, sha256);
  return above;
}

/** Returns where to find the hashes that make up a full subtree. */
function locateSubtree({ level, index }: Subtree): {
  level: number;
  index: number;
  offset: number;
  count: number;
} {
  const tileLevel = Math.floor(level / HEIGHT);
  const count = 2 ** (level % HEIGHT);
  const first = index * count;
  return { level: tileLevel, index: Math.floor(first / TILE_WIDTH), offset: first % TILE_WIDTH, count };
}

function computeSubtreeHash(
  subtree: Subtree,
  read: TileReader,
  sha256: DigestOfBytes,
): Uint8Array | undefined {
  const { level, index, offset, count } = locateSubtree(subtree);
  const tile = read(level, index);
  if (tile === undefined || tile.length < (offset + count) * HASH_BYTES) return undefined;
  return computeRowHash(tile.subarray(offset * HASH_BYTES, (offset + count) * HASH_BYTES), sha256);
}

function hashRow(row: Uint8Array, sha256: DigestOfBytes): Uint8Array {
  const above = new Uint8Array(row.length / 2);
  const node = new Uint8Array(1 + 2 * HASH_BYTES);
  node[0] = 1;
  for (let at = 0; at < above.length; at += HASH_BYTES) {
    node.set(row.subarray(at * 2, at * 2 + 2 * HASH_BYTES), 1);
    above.set(sha256(node), at);
  }
  return above;
}

function computeNode(left: Uint8Array, right: Uint8Array, sha256: DigestOfBytes): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(1), left, right));
}
