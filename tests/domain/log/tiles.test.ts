import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildConsistencyPath, buildInclusionPath, splitIntoSubtrees } from '#domain/event/merkle-log.ts';
import { toHex } from '#domain/log/bytes.ts';
import { parseBundle } from '#domain/log/entry.ts';
import {
  parseTilePath,
  computeRangeHash,
  getSizesWithTile,
  formatTilePath,
  listTilesBetween,
  listTilesUnder,
  getTileWidth,
} from '#domain/log/tiles.ts';
import { computeSha256Bytes, computeSha256Hex } from '#server/crypto/hash.ts';
import { memoryLog } from '../../support/log.ts';
import { appendLeaves, rangeHash } from '../../support/merkle.ts';

const entries = Array.from({ length: 1500 }, (_, n) => computeSha256Bytes(Buffer.from(`entry ${n}`)));

describe('a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
    [{ level: 0, index: 273, width: 112 }, 'tile/0/273.p/112'],
    [{ level: 'entries', index: 1000, width: 1 }, 'tile/entries/x001/000.p/1'],
  ] as const)('has its path', (tile, path) => {
    expect(formatTilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  it.each([
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/00/000',
    'tile/8/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/1234',
    'tile/data/000',
    'tile/0/000/',
    'tile/entries',
    'checkpoint',
  ])('has no other path: %s', (path) => {
    expect(parseTilePath(path)).toBeNull();
  });

  it('has the widths of the specification at 70,000 and 256 entries', () => {
    const widths = (size: number) => {
      const all = listTilesBetween(0, size).filter(({ level }) => level !== 'entries');
      return [0, 1, 2].map((level) => all.filter((tile) => tile.level === level).map(({ width }) => width));
    };
    expect(widths(70_000)).toEqual([[...Array.from({ length: 273 }, () => 256), 112], [256, 17], [1]]);
    expect(widths(256)).toEqual([[256], [1], []]);
  });

  it('is new exactly where it is wider than before', () => {
    fc.assert(
      fc.property(fc.nat(1500), fc.nat(1500), (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        const known = listTilesBetween(from, to);
        expect(
          known.every(
            (tile) => getTileWidth(tile, to) === tile.width && getTileWidth(tile, from) < tile.width,
          ),
        ).toBe(true);
        const whole = listTilesBetween(0, to).filter((tile) => getTileWidth(tile, from) < tile.width);
        expect(known).toEqual(whole);
        for (const tile of known) {
          const { start, end } = getSizesWithTile(tile);
          expect(to >= start && to < end).toBe(true);
        }
      }),
    );
  });

  it('gives the same hashes as the tree', () => {
    const log = memoryLog(entries);
    const { completed } = appendLeaves(
      0,
      [],
      entries.map((entry) => computeSha256Hex(Buffer.concat([Buffer.of(0), entry]))),
      computeSha256Hex,
    );
    fc.assert(
      fc.property(fc.nat(1499), fc.integer({ min: 1, max: 1500 }), (a, size) => {
        const at = a % size;
        const ranges = [
          { start: 0, end: size },
          ...buildInclusionPath(at, size),
          ...buildConsistencyPath(at, size),
        ];
        for (const range of ranges) {
          const hashes = splitIntoSubtrees(range).map(
            ({ level, index }) => completed[(index + 1) * 2 ** level - 1]?.[level] ?? '',
          );
          expect(log.hashOf(range)).toBe(rangeHash(hashes, computeSha256Hex));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('is asked for only where it is needed, and a missing one gives no hash', () => {
    const log = memoryLog(entries);
    const range = { start: 0, end: 1500 };
    const needed = listTilesUnder([range]);
    expect(needed).toEqual([
      { level: 1, index: 0 },
      { level: 0, index: 5 },
    ]);
    const only = (level: number, index: number) =>
      needed.some((tile) => tile.level === level && tile.index === index)
        ? log.read(level, index)
        : undefined;
    expect(toHex(computeRangeHash(range, only, computeSha256Bytes) ?? new Uint8Array())).toBe(
      log.rootAt(1500),
    );
    expect(
      computeRangeHash(range, (level) => (level === 0 ? log.read(0, 5) : undefined), computeSha256Bytes),
    ).toBeUndefined();
    expect(
      computeRangeHash(range, (level, index) => log.read(level, index)?.subarray(32), computeSha256Bytes),
    ).toBeUndefined();
  });

  it('of entries has each with its length', () => {
    const bundle = memoryLog(entries).tile({ level: 'entries', index: 1, width: 3 });
    expect(bundle).toHaveLength(3 * 34);
    expect(parseBundle(bundle)?.map(toHex)).toEqual(entries.slice(256, 259).map(toHex));
    expect(parseBundle(bundle.subarray(0, 100))).toBeNull();
  });
});
