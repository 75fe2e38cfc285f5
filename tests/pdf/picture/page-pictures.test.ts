import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { PDF, rgb } from '@libpdf/core';
import { afterAll, describe, expect, it } from 'vitest';
import { openPagePictures } from '#server/pdf/picture/page-pictures.ts';
import { scratchDirectory } from '../../support/pdf.ts';
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

describe('the picture of a first page', () => {
  it('shows its colors at 1.25 pixels per point, and is drawn once', async () => {
    const pictures = openPagePictures();
    const document = await stored('square', { width: 612, height: 792 });
    const png = await pictures.first(TESTER, document);
    const image = await loadImage(Buffer.from(png ?? []));
    expect([image.width, image.height]).toEqual([765, 990]);
    const context = createCanvas(765, 990).getContext('2d');
    context.drawImage(image, 0, 0);
    const colorAt = (x: number, y: number) => [...context.getImageData(x, y, 1, 1).data];
    expect(colorAt(50, 50)).toEqual([204, 0, 0, 255]);
    expect(colorAt(400, 500)).toEqual([255, 255, 255, 255]);
    expect(await pictures.first(TESTER, { ...document, ...unreadable })).toBe(png);
    await pictures.close();
  });

  it('is missing for a page that is too large, and asked for again after a failure to read the file', async () => {
    const pictures = openPagePictures();
    expect(await pictures.first(TESTER, await stored('wall', { width: 3000, height: 2000 }))).toBeNull();
    const document = await stored('later', { width: 200, height: 100 });
    await expect(pictures.first(TESTER, { ...document, ...unreadable })).rejects.toThrow('nobody reads it');
    expect(await pictures.first(TESTER, document)).toBeInstanceOf(Uint8Array);
    await pictures.close();
  });

  it('is missing if drawing it takes too long', async () => {
    const program = new URL('../../support/hanging-reading-process.ts', import.meta.url);
    const pictures = openPagePictures({ program, timeoutMs: 500 });
    expect(await pictures.first(TESTER, await stored('slow', { width: 612, height: 792 }))).toBeNull();
    await pictures.close();
  });
});
