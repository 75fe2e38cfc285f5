import { png } from './png.ts';
import { examplePicture } from './seal-request-example.ts';

/** Well-formed pictures that our decoder can't show. */
export const UNDECODABLE_PICTURES: readonly (readonly [name: string, picture: Uint8Array])[] = [
  ['a PNG of palette colors without a palette', png(10, 10, Buffer.alloc(10 * 11), [8, 3, 0, 0, 0])],
  ['a PNG of three bits a pixel', png(8, 8, Buffer.alloc(8 * 4), [3, 0, 0, 0, 0])],
  ['a PNG of colors of two bits', png(8, 8, Buffer.alloc(8 * 7), [2, 2, 0, 0, 0])],
  ['a PNG of an unknown compression', png(8, 8, Buffer.alloc(8 * 33), [8, 6, 7, 0, 0])],
  ['a JPEG without quantisation tables', jpegWithout(0xdb)],
  ['a lossless JPEG (SOF3)', jpegOfFrame(0xc3)],
];

/** Odd pictures that our decoder can show. */
export const ODD_PICTURES: readonly (readonly [name: string, picture: Uint8Array])[] = [
  ['a JPEG that relies on the usual Huffman tables', jpegWithout(0xc4)],
  ['a JPEG that claims to be of arithmetic coding (SOF9)', jpegOfFrame(0xc9)],
  [
    'a PNG of sixteen bits a channel as large as may be',
    png(2000, 2000, Buffer.concat([...bars(1000, 0x00), ...bars(1000, 0xff)]), [16, 6, 0, 0, 0]),
  ],
];

/** Rows of a picture with sixteen bits per channel: black with an opacity. */
function bars(count: number, opacity: number): Uint8Array[] {
  const pixels = Buffer.alloc(2000 * 8, Uint8Array.of(0, 0, 0, 0, 0, 0, opacity, opacity));
  return new Array<Uint8Array>(count).fill(Buffer.concat([Uint8Array.of(0), pixels]));
}

/** Removes every segment of a kind from a JPEG (ITU-T T.81, annex B). */
function jpegWithout(marker: number): Uint8Array {
  const jpeg = examplePicture('jpeg');
  const kept = segments(jpeg).filter((segment) => segment[1] !== marker);
  return Buffer.concat(kept);
}

/** Changes the kind of a JPEG's baseline frame. */
function jpegOfFrame(marker: number): Uint8Array {
  const jpeg = Uint8Array.from(examplePicture('jpeg'));
  const frame = segments(jpeg).find((segment) => segment[1] === 0xc0);
  if (frame === undefined) throw new Error('the example is no baseline JPEG');
  frame[1] = marker;
  return jpeg;
}

/** Splits a JPEG into its start, its segments, and the rest from the first scan on. */
function segments(jpeg: Uint8Array): Uint8Array[] {
  const found = [jpeg.subarray(0, 2)];
  let position = 2;
  while (jpeg[position + 1] !== 0xda) {
    const length = 2 + ((jpeg[position + 2] ?? 0) << 8) + (jpeg[position + 3] ?? 0);
    found.push(jpeg.subarray(position, position + length));
    position += length;
  }
  return [...found, jpeg.subarray(position)];
}
