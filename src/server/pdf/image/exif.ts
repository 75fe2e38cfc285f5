import { sniffFormat } from '#domain/document/sniff.ts';

const ORIENTATION_TAG = 0x0112;
const PNG_START_BYTES = 8;

/**
 * Reads the orientation from the first directory of a TIFF block (TIFF 6.0; CIPA DC-008, 4.6.5): 1 to 8.
 * Returns null if the block has none.
 */
export function readTiffOrientation(block: Uint8Array): number | null {
  const tiff = new DataView(block.buffer, block.byteOffset, block.byteLength);
  try {
    const isLittle = tiff.getUint16(0) === 0x4949;
    const directory = tiff.getUint32(4, isLittle);
    const count = tiff.getUint16(directory, isLittle);
    for (let entry = 0; entry < count; entry += 1) {
      const at = directory + 2 + entry * 12;
      if (tiff.getUint16(at, isLittle) !== ORIENTATION_TAG) continue;
      const value = tiff.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : null;
    }
  } catch {
    // A damaged block says nothing about the pixels, so it is ignored.
  }
  return null;
}

/**
 * Returns the orientation of a checked PNG (PNG 3, eXIf), which its decoder doesn't apply. Returns 1 for other
 * formats and without an orientation.
 */
export function readPngOrientation(png: Uint8Array): number {
  if (sniffFormat(png) !== 'png') return 1;
  const file = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  for (let position = PNG_START_BYTES; position + PNG_START_BYTES <= file.length;) {
    const length = file.readUInt32BE(position);
    const data = position + 8;
    if (file.toString('latin1', position + 4, data) === 'eXIf')
      return readTiffOrientation(file.subarray(data, data + length)) ?? 1;
    position = data + length + 4;
  }
  return 1;
}

type Matrix = [number, number, number, number, number, number];

/**
 * Returns the canvas transformation that turns a picture of w × h pixels as EXIF says (CIPA DC-008, 4.6.5).
 */
export function getUprightTransform(orientation: number, w: number, h: number): Matrix {
  const matrices: Readonly<Record<number, Matrix>> = {
    2: [-1, 0, 0, 1, w, 0],
    3: [-1, 0, 0, -1, w, h],
    4: [1, 0, 0, -1, 0, h],
    5: [0, 1, 1, 0, 0, 0],
    6: [0, 1, -1, 0, h, 0],
    7: [0, -1, -1, 0, h, w],
    8: [0, -1, 1, 0, 0, w],
  };
  return matrices[orientation] ?? [1, 0, 0, 1, 0, 0];
}
