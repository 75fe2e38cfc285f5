import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { PDF, rgb } from '@libpdf/core';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { openPagePictures } from '#server/pdf/picture/page-pictures.ts';
import type { PagePicture } from '#server/pdf/picture/draw-page.ts';
import { endlessPage, scratchDirectory } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';

const scratch = scratchDirectory();
afterAll(() => scratch.remove());

/** A document with a red square in the upper left corner of its first page. */
async function stored(name: string, size: { readonly width: number; readonly height: number }) {
  const pdf = PDF.create();
  const page = pdf.addPage(size);
  page.drawRectangle({ x: 0, y: size.height - 80, width: 80, height: 80, color: rgb(0.8, 0, 0) });
  pdf.addPage({ size: 'a4' });
  const path = join(scratch.path, `${name}.pdf`);
  writeFileSync(path, await pdf.save());
  return { sha256: name, read: <T>(use: (path: string) => Promise<T>) => use(path) };
}
const unreadable = { read: () => Promise.reject(new Error('nobody reads it')) };

describe('the small picture of a page', () => {
  it('shows its colors at 1.25 pixels per point, and is drawn once', async () => {
    const pictures = openPagePictures();
    const document = await stored('square', { width: 612, height: 792 });
    const png = await pictures.small(TESTER, document, 1);
    const image = await loadImage(Buffer.from(png ?? []));
    expect([image.width, image.height]).toEqual([765, 990]);
    const context = createCanvas(765, 990).getContext('2d');
    context.drawImage(image, 0, 0);
    const colorAt = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
    expect(colorAt(50, 50)).toEqual([204, 0, 0, 255]);
    expect(colorAt(400, 500)).toEqual([255, 255, 255, 255]);
    expect(await pictures.small(TESTER, { ...document, ...unreadable }, 1)).toBe(png);
    await pictures.close();
  });

  it('is missing for a page that is too large, and asked for again after a failure to read the file', async () => {
    const pictures = openPagePictures();
    expect(await pictures.small(TESTER, await stored('wall', { width: 3000, height: 2000 }), 1)).toBeNull();
    const document = await stored('later', { width: 200, height: 100 });
    await expect(pictures.small(TESTER, { ...document, ...unreadable }, 1)).rejects.toThrow(
      'nobody reads it',
    );
    expect(await pictures.small(TESTER, document, 1)).toBeInstanceOf(Uint8Array);
    await pictures.close();
  });

  it('is missing if drawing it takes too long', async () => {
    const program = new URL('../../support/hanging-reading-process.ts', import.meta.url);
    const pictures = openPagePictures({ program, timeoutMs: 500 });
    expect(await pictures.small(TESTER, await stored('slow', { width: 612, height: 792 }), 1)).toBeNull();
    await pictures.close();
  });
});

function storedBytes(name: string, bytes: Uint8Array) {
  const path = join(scratch.path, `${name}.pdf`);
  writeFileSync(path, bytes);
  return { sha256: name, read: <T>(use: (path: string) => Promise<T>) => use(path) };
}

/** Returns the colors of a picture's pixels. */
async function colorsOf(picture: PagePicture | null) {
  const image = await loadImage(Buffer.from(picture?.png ?? []));
  expect([image.width, image.height]).toEqual([picture?.width, picture?.height]);
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return (x: number, y: number) => [
    ...data.subarray((y * image.width + x) * 4, (y * image.width + x) * 4 + 3),
  ];
}

/** Counts the dark pixels in an area, given as fractions of the picture. */
async function inkIn(
  picture: PagePicture | null,
  [left = 0, top = 0, right = 0, bottom = 0]: readonly number[],
) {
  const colorAt = await colorsOf(picture);
  let ink = 0;
  const { width, height } = picture ?? { width: 0, height: 0 };
  for (let y = Math.round(top * height); y < bottom * height; y += 1) {
    for (let x = Math.round(left * width); x < right * width; x += 1)
      if (colorAt(x, y).every((value) => value < 110)) ink += 1;
  }
  return ink;
}

/** A landscape A4 page, displayed rotated by an angle, with a text a quarter from the left and the top. */
async function turnedPage(angle: 0 | 90) {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage(angle === 0 ? [600, 800] : [800, 600]);
  const font = await pdf.embedFont(StandardFonts.HelveticaBold);
  const at = angle === 0 ? { x: 150, y: 600 } : { x: 200, y: 150 };
  page.drawText('WWWW', { ...at, size: 20, font, rotate: degrees(angle) });
  page.setRotation(degrees(angle));
  return storedBytes(`turned ${angle}`, await pdf.save());
}

const BLUE = [0, 102, 204] as const;
const BOX = { number: 1, x: 0.2, y: 0.2, width: 0.3, height: 0.1, color: BLUE };
const WHOLE = { page: 1, width: 1200, boxes: [] };

describe('the picture of any page', () => {
  it.each([0, 90] as const)('has boxes where they are, over the ink, turned by %i degrees', async (angle) => {
    const pictures = openPagePictures();
    const document = await turnedPage(angle);
    const plain = await pictures.page(TESTER, document, WHOLE);
    const boxed = await pictures.page(TESTER, document, { ...WHOLE, boxes: [BOX] });
    expect([boxed?.width, boxed?.height]).toEqual([1200, 1600]);
    expect(boxed?.png.length).toBeLessThan(200_000);
    const [before, after] = [await colorsOf(plain), await colorsOf(boxed)];
    // The border, the tint, and nothing around them.
    expect(after(241, 440)).toEqual([...BLUE]);
    expect(after(599, 440)).toEqual([...BLUE]);
    expect(after(550, 460)).toEqual([204, 204, 255]);
    for (const [x, y] of [
      [236, 440],
      [604, 440],
      [550, 490],
      [550, 315],
    ] as const)
      expect(after(x, y)).toEqual([255, 255, 255]);
    expect(before(550, 460)).toEqual([255, 255, 255]);
    const text = [0.25, 0.22, 0.4, 0.26];
    const ink = await inkIn(plain, text);
    expect(ink).toBeGreaterThan(500);
    expect((await inkIn(boxed, text)) / ink).toBeGreaterThan(0.9);
    await pictures.close();
  });

  it('has numbers in the boxes, within the page', async () => {
    const pictures = openPagePictures();
    const document = await turnedPage(0);
    const drawn = async (number: number, place = {}) =>
      await colorsOf(
        await pictures.page(TESTER, document, { ...WHOLE, boxes: [{ ...BOX, number, ...place }] }),
      );
    const white = (colorAt: Awaited<ReturnType<typeof drawn>>, left: number, top: number) =>
      Array.from({ length: 20 }, (_, row) =>
        Array.from({ length: 12 }, (__, column) => colorAt(left + column, top + row)[0] === 255),
      )
        .filter((_, row) => row % 4 === 2)
        .map((row) => [row[2], row[6], row[10]].map((ink) => (ink === true ? '#' : '.')).join(''));
    expect(white(await drawn(1), 242, 322)).toEqual(['.#.', '##.', '.#.', '.#.', '###']);
    const seventeen = await drawn(17);
    expect(white(seventeen, 242, 322)).toEqual(['.#.', '##.', '.#.', '.#.', '###']);
    expect(white(seventeen, 258, 322)).toEqual(['###', '..#', '.#.', '.#.', '.#.']);
    const corner = await drawn(8, { x: 0.999, y: 0.999, width: 0.001, height: 0.001 });
    expect(corner(1191, 1587)).toEqual([...BLUE]);
    await pictures.close();
  });

  it('is any page, drawn once, and none that the document does not have', async () => {
    const pictures = openPagePictures();
    const document = await stored('pages', { width: 600, height: 400 });
    const second = await pictures.page(TESTER, document, { ...WHOLE, page: 2, width: 300 });
    expect(second?.width).toBe(300);
    expect((await colorsOf(second))(10, 10)).toEqual([255, 255, 255]);
    const gone = { ...document, ...unreadable };
    expect(await pictures.page(TESTER, gone, { ...WHOLE, page: 2, width: 300 })).toBe(second);
    await expect(pictures.page(TESTER, gone, { ...WHOLE, page: 2, width: 301 })).rejects.toThrow('nobody');
    expect(await pictures.page(TESTER, document, { ...WHOLE, page: 3 })).toBeNull();
    await pictures.close();
  });

  it('is smaller if it has too many colors', async () => {
    const pictures = openPagePictures();
    const canvas = createCanvas(1200, 1600);
    const context = canvas.getContext('2d');
    const noise = context.createImageData(1200, 1600);
    let seed = 1;
    for (let at = 0; at < noise.data.length; at += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      noise.data[at] = at % 4 === 3 ? 255 : seed % 256;
    }
    context.putImageData(noise, 0, 0);
    const pdf = await PDFDocument.create();
    const image = await pdf.embedJpg(canvas.toBuffer('image/jpeg'));
    pdf.addPage([600, 800]).drawImage(image, { x: 0, y: 0, width: 600, height: 800 });
    const picture = await pictures.page(TESTER, storedBytes('noise', await pdf.save()), WHOLE);
    expect(picture?.width).toBeLessThan(1200);
    expect(picture?.png.length).toBeLessThan(200_000);
    await pictures.close();
  });

  it('is missing for a page that takes too long, and others are drawn after it', async () => {
    const pictures = openPagePictures({ timeoutMs: 700 });
    expect(await pictures.page(TESTER, storedBytes('endless', endlessPage()), WHOLE)).toBeNull();
    expect(await pictures.page(TESTER, await turnedPage(0), { ...WHOLE, width: 100 })).not.toBeNull();
    await pictures.close();
  });
});
