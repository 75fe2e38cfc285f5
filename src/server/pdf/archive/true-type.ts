import { Obstacle } from './obstacle.ts';

/** What PDF/A asks about an embedded TrueType font. */
export type TrueTypeFont = {
  readonly glyphCount: number;
  readonly cmapCount: number;
  /** Returns a glyph's advance in thousandths of the font size. */
  getAdvance(glyph: number): number;
  /** Returns the glyph of a character by the table for a platform and an encoding; null without the table. */
  findGlyph(platform: number, encoding: number, code: number): number | null;
};

/** Reads the tables of a TrueType font. Throws `Obstacle` if one is missing. */
export function readTrueType(bytes: Uint8Array): TrueTypeFont {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readTables(file);
  } catch (error) {
    // A table ends too early.
    if (error instanceof RangeError) throw new Obstacle('font form');
    throw error;
  }
}

function readTables(file: DataView): TrueTypeFont {
  const tables = new Map<string, DataView>();
  for (let index = 0; index < file.getUint16(4); index += 1) {
    const entry = 12 + index * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((at) => file.getUint8(entry + at)));
    const [offset, length] = [file.getUint32(entry + 8), file.getUint32(entry + 12)];
    tables.set(tag, new DataView(file.buffer, file.byteOffset + offset, length));
  }
  const getTable = (tag: string): DataView => {
    const table = tables.get(tag);
    if (table === undefined) throw new Obstacle('font form');
    return table;
  };
  getTable('glyf');
  const unit = 1000 / getTable('head').getUint16(18);
  const glyphCount = getTable('maxp').getUint16(4);
  const metricCount = getTable('hhea').getUint16(34);
  const metrics = getTable('hmtx');
  const cmaps = readCmaps(tables.get('cmap'));
  return {
    glyphCount,
    cmapCount: cmaps.length,
    getAdvance: (glyph) => metrics.getUint16(Math.min(glyph, metricCount - 1) * 4) * unit,
    findGlyph: (platform, encoding, code) => {
      const cmap = cmaps.find((one) => one.platform === platform && one.encoding === encoding);
      return cmap === undefined ? null : findInCmap(cmap.table, code);
    },
  };
}

function readCmaps(table: DataView | undefined) {
  const count = table?.getUint16(2) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    const entry = 4 + index * 8;
    if (table === undefined) throw new Obstacle('font form');
    const offset = table.getUint32(entry + 4);
    return {
      platform: table.getUint16(entry),
      encoding: table.getUint16(entry + 2),
      table: new DataView(table.buffer, table.byteOffset + offset, table.byteLength - offset),
    };
  });
}

/** Looks a code up in a table of format 0, 4 or 6 (OpenType, cmap); 0 if it isn't there. */
function findInCmap(table: DataView, code: number): number {
  const format = table.getUint16(0);
  if (format === 0) return code < 256 ? table.getUint8(6 + code) : 0;
  if (format === 6) {
    const index = code - table.getUint16(6);
    return index >= 0 && index < table.getUint16(8) ? table.getUint16(10 + index * 2) : 0;
  }
  if (format !== 4) throw new Obstacle('font form');
  const size = table.getUint16(6);
  const [ends, starts] = [14, 16 + size];
  for (let at = 0; at < size; at += 2) {
    if (table.getUint16(ends + at) < code) continue;
    const start = table.getUint16(starts + at);
    if (start > code) return 0;
    const delta = table.getUint16(starts + size + at);
    const rangeAt = starts + size * 2 + at;
    const range = table.getUint16(rangeAt);
    if (range === 0) return (code + delta) & 0xffff;
    const glyph = table.getUint16(rangeAt + range + (code - start) * 2);
    return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
  }
  return 0;
}
