import { readFileSync } from 'node:fs';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ImageError } from '#server/pdf/image/check-image.ts';
import { createImageDocument } from '#server/pdf/image/image-document.ts';
import { readJpeg } from '#server/pdf/image/jpeg-segments.ts';
import { renderedPages, scratchDirectory, writtenTo, type RenderedPage } from '../../support/pdf.ts';
import { corners, cornersOf, TURNED_PICTURES, withExif } from '../support/corner-pictures.ts';
import { UNDECODABLE_PICTURES } from '../support/undecodable-pictures.ts';

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => {
  scratch = scratchDirectory();
});
afterAll(() => scratch.remove());

let count = 0;
async function drawn(bytes: Uint8Array): Promise<RenderedPage> {
  count += 1;
  const path = writtenTo(scratch.path, `${count}.pdf`, await createImageDocument(bytes));
  const [page] = renderedPages(path, 1);
  if (page === undefined) throw new Error('nothing was rendered');
  return page;
}

describe('imageDocument', () => {
  it.each(['png', 'jpeg'] as const)('puts a %s on a page with its proportions', async (kind) => {
    const page = await drawn(corners(kind));
    expect(page.width / page.height).toBeCloseTo(1.5, 1);
    expect(cornersOf(page)).toEqual(['red', 'green', 'blue', 'black']);
  });

  it.each(TURNED_PICTURES)(
    'turns a %s the way EXIF orientation %i says',
    async (kind, orientation, expected) => {
      const page = await drawn(withExif(corners(kind), orientation));
      expect(page.width > page.height).toBe(orientation < 5);
      expect(cornersOf(page)).toEqual(expected);
    },
  );

  it('keeps JPEG data without its location', async () => {
    const jpeg = corners('jpeg');
    const located = withExif(jpeg, 1);
    expect(Buffer.from(readJpeg(located).bytes)).toEqual(Buffer.from(readJpeg(jpeg).bytes));
    const pdf = Buffer.from(await createImageDocument(located));
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
    await expect(createImageDocument(heic.subarray(0, 200))).rejects.toThrow(ImageError);
  });

  it.each(UNDECODABLE_PICTURES.map(([name, bytes]) => [name, bytes] as const))(
    'refuses %s',
    async (_name, bytes) => {
      await expect(createImageDocument(bytes)).rejects.toThrow(ImageError);
    },
  );
});
