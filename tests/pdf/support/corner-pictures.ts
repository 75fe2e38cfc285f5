import { createCanvas } from '@napi-rs/canvas';
import type { RenderedPage } from '../../support/pdf.ts';
import { pngChunk } from './png.ts';

type Corner = 'red' | 'green' | 'blue' | 'black';
const COLORS: Readonly<Record<Corner, string>> = {
  red: '#ff0000',
  green: '#00ff00',
  blue: '#0000ff',
  black: '#000000',
};

/** A wide picture with a color in each corner: red, green above blue, black. */
export function corners(kind: 'png' | 'jpeg'): Buffer {
  const canvas = createCanvas(240, 160);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, 240, 160);
  (['red', 'green', 'blue', 'black'] as const).forEach((corner, index) => {
    context.fillStyle = COLORS[corner];
    context.fillRect(index % 2 === 0 ? 0 : 160, index < 2 ? 0 : 100, 80, 60);
  });
  return kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg', 95);
}

/** Adds EXIF with an orientation and the place a picture was taken at to a JPEG or PNG. */
export function withExif(picture: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const facts = Buffer.concat([tiff, Buffer.from('GPS 55.6050 N')]);
  // Other chunks may come before it, but not before the first one, which takes 25 bytes.
  if (picture[0] === 0x89)
    return Buffer.concat([picture.subarray(0, 33), pngChunk('eXIf', facts), picture.subarray(33)]);
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), facts]);
  const length = Buffer.alloc(4);
  length.writeUInt16BE(0xffe1, 0);
  length.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([picture.subarray(0, 2), length, block, picture.subarray(2)]);
}

/** Names the colors near the corners of a page: top left, top right, bottom left, bottom right. */
export function cornersOf({
  width,
  height,
  pixels,
}: Pick<RenderedPage, 'width' | 'height' | 'pixels'>): string[] {
  const at = (x: number, y: number) => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * 3;
    const [red = 0, green = 0, blue = 0] = pixels.subarray(start, start + 3);
    const found = (Object.entries(COLORS) as [Corner, string][]).find(([, color]) =>
      [red, green, blue].every(
        (value, part) => Math.abs(value - parseInt(color.slice(1 + part * 2, 3 + part * 2), 16)) < 40,
      ),
    );
    return found?.[0] ?? `${red} ${green} ${blue}`;
  };
  return [at(0.1, 0.1), at(0.9, 0.1), at(0.1, 0.9), at(0.9, 0.9)];
}

/** The corners of a photo that is turned the way each EXIF orientation says. */
const TURNED: readonly (readonly [number, readonly string[]])[] = [
  [2, ['green', 'red', 'black', 'blue']],
  [3, ['black', 'blue', 'green', 'red']],
  [4, ['blue', 'black', 'red', 'green']],
  [5, ['red', 'blue', 'green', 'black']],
  [6, ['blue', 'red', 'black', 'green']],
  [7, ['black', 'green', 'blue', 'red']],
  [8, ['green', 'black', 'red', 'blue']],
];

/** The same for each kind of picture. */
export const TURNED_PICTURES = (['jpeg', 'png'] as const).flatMap((kind) =>
  TURNED.map(([orientation, expected]) => [kind, orientation, expected] as const),
);
