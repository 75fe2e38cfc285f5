import type { PlacedGlyph } from '../text/shape.ts';

/** A glyph made of other glyphs (ISO/IEC 14496-22, 5.3.3.1). All measures are in units of the font. */
export type CompositeGlyph = {
  readonly parts: readonly PlacedGlyph[];
  readonly advance: number;
  readonly box: {
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
    readonly top: number;
  };
};

/** The tables that a PDF reader needs from a TrueType font (ISO 32000-2, 9.9). */
const KEPT_TABLES = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'] as const;

/** Appends composite glyphs to a TrueType font. Returns the number of the first one. */
export function withComposites(
  font: Uint8Array,
  composites: readonly CompositeGlyph[],
): { bytes: Uint8Array; firstComposite: number } {
  const tables = readTables(font);
  const requireTable = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`the font has no ${tag} table`);
    return found;
  };
  const [head, maxp, hhea] = [requireTable('head'), requireTable('maxp'), requireTable('hhea')];
  const count = maxp.readUInt16BE(4);
  const total = count + composites.length;
  const offsets = toLongOffsets(requireTable('loca'), head.readInt16BE(50) === 1, count);
  const glyphs = composites.map(encodeCompositeGlyph);

  const start = offsets.readUInt32BE(count * 4);
  const ends = Buffer.alloc(composites.length * 4);
  let end = start;
  glyphs.forEach((glyph, index) => ends.writeUInt32BE((end += glyph.length), index * 4));
  head.writeInt16BE(1, 50);
  tables.set('loca', Buffer.concat([offsets, ends]));
  tables.set('glyf', Buffer.concat([requireTable('glyf').subarray(0, start), ...glyphs]));
  tables.set('hmtx', encodeMetrics(requireTable('hmtx'), hhea.readUInt16BE(34), count, composites));
  hhea.writeUInt16BE(total, 34);
  allowComposites(maxp, total, composites);
  return { bytes: encodeFont(tables), firstComposite: count };
}

function readTables(font: Uint8Array): Map<string, Buffer> {
  const bytes = Buffer.from(font);
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < bytes.readUInt16BE(4); index += 1) {
    const record = 12 + index * 16;
    const tag = bytes.toString('latin1', record, record + 4);
    const start = bytes.readUInt32BE(record + 8);
    tables.set(tag, bytes.subarray(start, start + bytes.readUInt32BE(record + 12)));
  }
  return tables;
}

function toLongOffsets(loca: Buffer, long: boolean, count: number): Buffer {
  if (long) return loca.subarray(0, (count + 1) * 4);
  const offsets = Buffer.alloc((count + 1) * 4);
  for (let index = 0; index <= count; index += 1)
    offsets.writeUInt32BE(loca.readUInt16BE(index * 2) * 2, index * 4);
  return offsets;
}

function encodeCompositeGlyph({ parts, box }: CompositeGlyph): Buffer {
  const [words, areOffsets, more] = [1, 2, 0x20];
  const glyph = Buffer.alloc(10 + parts.length * 8);
  [-1, box.left, box.bottom, box.right, box.top].forEach((value, index) =>
    glyph.writeInt16BE(clampToInt16(value), index * 2),
  );
  parts.forEach(({ id, x, y }, index) => {
    const start = 10 + index * 8;
    glyph.writeUInt16BE(words | areOffsets | (index < parts.length - 1 ? more : 0), start);
    glyph.writeUInt16BE(id, start + 2);
    glyph.writeInt16BE(clampToInt16(x), start + 4);
    glyph.writeInt16BE(clampToInt16(y), start + 6);
  });
  return glyph;
}

function encodeMetrics(
  hmtx: Buffer,
  full: number,
  count: number,
  composites: readonly CompositeGlyph[],
): Buffer {
  const written = Buffer.alloc((count + composites.length) * 4);
  hmtx.copy(written, 0, 0, full * 4);
  for (let glyph = full; glyph < count; glyph += 1) {
    hmtx.copy(written, glyph * 4, (full - 1) * 4, (full - 1) * 4 + 2);
    hmtx.copy(written, glyph * 4 + 2, full * 4 + (glyph - full) * 2, full * 4 + (glyph - full) * 2 + 2);
  }
  composites.forEach(({ advance, box }, index) => {
    written.writeUInt16BE(Math.max(0, clampToInt16(advance)), (count + index) * 4);
    written.writeInt16BE(clampToInt16(box.left), (count + index) * 4 + 2);
  });
  return written;
}

/** Raises the limits that a rasterizer uses to reserve memory. */
function allowComposites(maxp: Buffer, glyphs: number, composites: readonly CompositeGlyph[]): void {
  const most = Math.max(1, ...composites.map(({ parts }) => parts.length));
  const raise = (offset: number, value: number): void => {
    maxp.writeUInt16BE(Math.min(0xffff, Math.max(maxp.readUInt16BE(offset), value)), offset);
  };
  maxp.writeUInt16BE(glyphs, 4);
  raise(10, Math.max(maxp.readUInt16BE(6), maxp.readUInt16BE(10)) * most);
  raise(12, Math.max(maxp.readUInt16BE(8), maxp.readUInt16BE(12)) * most);
  raise(28, most);
  raise(30, maxp.readUInt16BE(30) + 1);
}

function encodeFont(tables: ReadonlyMap<string, Buffer>): Uint8Array {
  const kept = KEPT_TABLES.flatMap((tag) => {
    const bytes = tables.get(tag);
    return bytes ? [{ tag, bytes }] : [];
  });
  const directory = Buffer.alloc(12 + kept.length * 16);
  const power = Math.floor(Math.log2(kept.length));
  directory.writeUInt32BE(0x00010000, 0);
  [kept.length, 2 ** power * 16, power, (kept.length - 2 ** power) * 16].forEach((value, index) =>
    directory.writeUInt16BE(value, 4 + index * 2),
  );
  let position = directory.length;
  const parts: Buffer[] = [directory];
  kept.forEach(({ tag, bytes }, index) => {
    const padded = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
    const record = 12 + index * 16;
    directory.write(tag, record, 'latin1');
    directory.writeUInt32BE(computeChecksum(padded), record + 4);
    directory.writeUInt32BE(position, record + 8);
    directory.writeUInt32BE(bytes.length, record + 12);
    parts.push(padded);
    position += padded.length;
  });
  return Buffer.concat(parts);
}

function computeChecksum(padded: Buffer): number {
  const view = new DataView(padded.buffer, padded.byteOffset, padded.length);
  let sum = 0;
  for (let offset = 0; offset < padded.length; offset += 4) sum = (sum + view.getUint32(offset)) >>> 0;
  return sum;
}

function clampToInt16(value: number): number {
  return Math.max(-0x8000, Math.min(0x7fff, Math.round(value)));
}
