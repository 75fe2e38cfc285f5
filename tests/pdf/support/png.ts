import { crc32, deflateSync } from 'node:zlib';

/**
 * Makes a PNG (ISO/IEC 15948) from unpacked pixel rows. `header` follows the size: depth, color type,
 * compression, filter, interlacing.
 */
export function png(width: number, height: number, rows: Uint8Array, header = [8, 6, 0, 0, 0]): Uint8Array {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    pngChunk('IHDR', Buffer.concat([size, Uint8Array.from(header)])),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes one chunk of a PNG. */
export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
