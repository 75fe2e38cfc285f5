import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageError } from '#server/pdf/image/check-image.ts';
import { imageDocument } from '#server/pdf/image/image-document.ts';
import { readJpeg } from '#server/pdf/image/jpeg-segments.ts';
import { renderedPages, scratchDirectory, writtenTo, type RenderedPage } from '../../support/pdf.ts';
import { UNDECODABLE_PICTURES } from '../support/undecodable-pictures.ts';

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => {
  scratch = scratchDirectory();
});
afterAll(() => scratch.remove());

type Corner = 'red' | 'green' | 'blue' | 'black';
const COLORS: Readonly<Record<Corner, string>> = {
  red: '#ff0000',
  green: '#00ff00',
  blue: '#0000ff',
  black: '#000000',
};

/** A wide picture with a color in each corner: red, green above blue, black. */
function corners(kind: 'png' | 'jpeg'): Buffer {
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

/** Adds an EXIF block with an orientation and the place a picture was taken at. */
function withExif(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 0, 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(0x0112, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  const block = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff, Buffer.from('GPS 55.6050 N')]);
  const length = Buffer.alloc(4);
  length.writeUInt16BE(0xffe1, 0);
  length.writeUInt16BE(block.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), length, block, jpeg.subarray(2)]);
}

let count = 0;
async function drawn(bytes: Uint8Array): Promise<RenderedPage> {
  count += 1;
  const path = writtenTo(scratch.path, `${count}.pdf`, await imageDocument(bytes));
  const [page] = renderedPages(path, 1);
  if (page === undefined) throw new Error('nothing was rendered');
  return page;
}

/** Names the colors near the corners of a page: top left, top right, bottom left, bottom right. */
function cornersOf({ width, height, pixels }: RenderedPage): string[] {
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

describe('imageDocument', () => {
  it.each(['png', 'jpeg'] as const)('puts a %s on a page with its proportions', async (kind) => {
    const page = await drawn(corners(kind));
    expect(page.width / page.height).toBeCloseTo(1.5, 1);
    expect(cornersOf(page)).toEqual(['red', 'green', 'blue', 'black']);
  });

  it.each([
    [2, ['green', 'red', 'black', 'blue']],
    [3, ['black', 'blue', 'green', 'red']],
    [4, ['blue', 'black', 'red', 'green']],
    [5, ['red', 'blue', 'green', 'black']],
    [6, ['blue', 'red', 'black', 'green']],
    [7, ['black', 'green', 'blue', 'red']],
    [8, ['green', 'black', 'red', 'blue']],
  ])('turns a photo the way EXIF orientation %i says', async (orientation, expected) => {
    const page = await drawn(withExif(corners('jpeg'), orientation));
    expect(page.width > page.height).toBe(orientation < 5);
    expect(cornersOf(page)).toEqual(expected);
  });

  it('keeps JPEG data without its location', async () => {
    const jpeg = corners('jpeg');
    const located = withExif(jpeg, 1);
    expect(Buffer.from(readJpeg(located).bytes)).toEqual(Buffer.from(readJpeg(jpeg).bytes));
    const pdf = Buffer.from(await imageDocument(located));
    expect(pdf.includes('GPS 55.6050 N')).toBe(false);
    expect(pdf.includes(Buffer.from(readJpeg(jpeg).bytes))).toBe(true);
  });

  it('draws a transparent PNG on white', async () => {
    const canvas = createCanvas(100, 100);
    const { pixels } = await drawn(canvas.toBuffer('image/png'));
    expect(pixels.every((value) => value === 255)).toBe(true);
  });

  it('reads a photo in HEIC', async () => {
    const page = await drawn(readFileSync(new URL('corners.heic', import.meta.url)));
    expect(page.width / page.height).toBeCloseTo(1.5, 1);
    expect(cornersOf(page)).toEqual(['red', 'green', 'blue', 'black']);
  });

  it('refuses a damaged HEIC', async () => {
    const heic = readFileSync(new URL('corners.heic', import.meta.url));
    await expect(imageDocument(heic.subarray(0, 200))).rejects.toThrow(ImageError);
  });

  it.each(UNDECODABLE_PICTURES.map(([name, bytes]) => [name, bytes] as const))(
    'refuses %s',
    async (_name, bytes) => {
      await expect(imageDocument(bytes)).rejects.toThrow(ImageError);
    },
  );
});
