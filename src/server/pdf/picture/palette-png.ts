import { crc32, deflateSync } from 'node:zlib';
import type { ColorPixels } from '#server/pdf/engine/rendered-document.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PALETTE_COLORS = 3;
const COMPRESSION = 8;

/**
 * Encodes a picture as a PNG with a palette, and rounds each color channel to `levels` (at most 6) values.
 * Pages of text take a fraction of the bytes of JPEG or WebP, and the encoder needs no native code.
 */
export function encodePalettePng({ width, height, values }: ColorPixels, levels: number): Uint8Array {
  const places = new Map<number, number>();
  const indices = new Uint8Array(width * height);
  const rounded = Uint8Array.from({ length: 256 }, (_, value) => Math.round((value / 255) * (levels - 1)));
  for (let at = 0; at < indices.length; at += 1) {
    const [red, green, blue] = [values[at * 4] ?? 0, values[at * 4 + 1] ?? 0, values[at * 4 + 2] ?? 0];
    const color = ((rounded[red] ?? 0) * levels + (rounded[green] ?? 0)) * levels + (rounded[blue] ?? 0);
    let place = places.get(color);
    if (place === undefined) {
      place = places.size;
      places.set(color, place);
    }
    indices[at] = place;
  }
  const bits = [1, 2, 4].find((enough) => places.size <= 2 ** enough) ?? 8;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([bits, PALETTE_COLORS, 0, 0, 0], 8);
  const getShade = (level: number) => Math.round((level / (levels - 1)) * 255);
  const palette = [...places.keys()].flatMap((color) => [
    getShade(Math.floor(color / levels ** 2)),
    getShade(Math.floor(color / levels) % levels),
    getShade(color % levels),
  ]);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    encodeChunk('IHDR', header),
    encodeChunk('PLTE', Buffer.from(palette)),
    encodeChunk('IDAT', deflateSync(packRows(indices, width, bits), { level: COMPRESSION })),
    encodeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Returns rows of pixels with `bits` bits each. Each row begins with the byte that says that it isn't
 * filtered.
 */
function packRows(indices: Uint8Array, width: number, bits: number): Uint8Array {
  const perByte = 8 / bits;
  const rowBytes = 1 + Math.ceil(width / perByte);
  const rows = new Uint8Array(rowBytes * (indices.length / width));
  for (let at = 0; at < indices.length; at += 1) {
    const x = at % width;
    const byte = ((at - x) / width) * rowBytes + 1 + Math.floor(x / perByte);
    rows[byte] = (rows[byte] ?? 0) | ((indices[at] ?? 0) << (8 - bits * ((x % perByte) + 1)));
  }
  return rows;
}

/** Returns a PNG chunk: length, type, data and checksum (PNG, 5.3). */
function encodeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
