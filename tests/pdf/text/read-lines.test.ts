import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees, PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { readLines } from '#server/pdf/text/read-lines.ts';
import { openTextFinder } from '#server/pdf/text/text-finder.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { endlessPage, onePage, scratchDirectory } from '../../support/pdf.ts';
import { TESTER } from '../../support/tester.ts';
import { drawValues } from '../support/drawn-fields.ts';

const scratch = scratchDirectory();
afterAll(() => scratch.remove());

let stored = 0;
function store(bytes: Uint8Array): { path: string; sha256: string } {
  stored += 1;
  const path = join(scratch.path, `${stored}.pdf`);
  writeFileSync(path, bytes);
  return { path, sha256: `lines ${stored}` };
}

async function pagesOf(bytes: Uint8Array, lines = { from: 1, to: 1 }) {
  return await readLines({ ...store(bytes), lines });
}

async function textsOf(bytes: Uint8Array): Promise<string[] | undefined> {
  const [page] = await pagesOf(bytes);
  return page?.lines.map(({ text }) => text);
}

/** Text at positions in points from the bottom left of a page of 300 by 200. */
function drawn(...texts: readonly (readonly [x: number, y: number, text: string])[]): Uint8Array {
  return onePage({
    content: texts.map(([x, y, text]) => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET`).join('\n'),
  });
}

describe('the lines of a page', () => {
  it('have spaces between words, in whatever order they are drawn, from top to bottom', async () => {
    const bytes = drawn([20, 100, 'second line'], [62, 150, 'line'], [20, 150, 'The first']);
    expect(await textsOf(bytes)).toEqual(['The first line', 'second line']);
  });

  it('are where they are drawn, in fractions of the page', async () => {
    const [page] = await pagesOf(drawn([30, 150, 'Hxxx']));
    expect(page).toEqual({
      ...{ number: 1, width: 300, height: 200, omitted: 0 },
      lines: [
        {
          text: 'Hxxx',
          x: expect.closeTo(0.1, 2),
          y: expect.closeTo((200 - 150 - 7.2) / 200, 2),
          width: expect.closeTo(22 / 300, 2),
          height: expect.closeTo(7.2 / 200, 2),
        },
      ],
    });
    const [line] = page?.lines ?? [];
    for (const value of [line?.x, line?.y, line?.width, line?.height])
      expect(String(value)).toMatch(/^0\.\d{1,3}$/);
  });

  it('end at a wide gap, and name a blank only briefly', async () => {
    const bytes = drawn([20, 150, 'Signature: ____________________'], [230, 150, 'Date: ........']);
    expect(await textsOf(bytes)).toEqual(['Signature: _____', 'Date: .....']);
  });

  it.each([
    ['Hebrew', 'חתימת הקונה:'],
    ['Hebrew with a name in Latin letters', 'חתימה של Acme Ltd כאן'],
    ['Hebrew that ends in Latin letters', 'נחתם על ידי Acme'],
    ['Hebrew with brackets', 'הקונה (להלן הרוכש) חותם'],
    ['Arabic', 'توقيع المشتري'],
    ['Arabic with a ligature', 'الاسم الكامل'],
    ['Latin with Hebrew in it', 'Signature (חתימה) here'],
    ['numbers in Arabic', 'المادة 12 من العقد'],
    ['Japanese', '署名欄'],
  ])('are readable in %s', async (_, value) => {
    const { bytes } = await drawValues([
      { type: 'text', value: 'Other text' },
      { type: 'text', value },
    ]);
    expect(await textsOf(bytes)).toEqual(['Other text', value]);
  });

  it.each([0, 90, 180, 270])('are upright on a page turned by %i degrees', async (angle) => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    const font = await document.embedFont(StandardFonts.Helvetica);
    // Reads from left to right as the page is displayed, a quarter from the left and the top.
    const at = {
      0: { x: 150, y: 600 },
      90: { x: 150, y: 200 },
      180: { x: 450, y: 200 },
      270: { x: 450, y: 600 },
    }[angle];
    page.drawText('Signed by:', { ...at, size: 12, font, rotate: degrees(angle) });
    page.drawText('Seal', { x: 300, y: 400, size: 12, font, rotate: degrees(angle + 90) });
    page.setRotation(degrees(angle));
    const [read] = await pagesOf(await document.save());
    expect([read?.width, read?.height]).toEqual(angle % 180 === 0 ? [600, 800] : [800, 600]);
    expect(read?.lines[0]).toMatchObject({ text: 'Signed by:', x: expect.closeTo(0.25, 1) });
    expect((read?.lines[0]?.y ?? 0) + (read?.lines[0]?.height ?? 0)).toBeCloseTo(0.25, 1);
    expect(read?.lines[1]?.text).toBe('Seal');
  });

  it('of two columns of prose follow each other, between what spans both', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([600, 800]);
    const font = await document.embedFont(StandardFonts.TimesRoman);
    const draw = (text: string, x: number, y: number) => page.drawText(text, { x, y, size: 10, font });
    draw('This agreement of two parties is set in two columns, below a line that spans them both.', 60, 740);
    for (let row = 0; row < 8; row += 1) {
      // The columns don't share their baselines.
      draw(`left ${row} of the text that fills a column of the page`, 60, 700 - row * 13);
      draw(`right ${row} of the text that fills a column of the page`, 320, 696 - row * 13);
    }
    const texts = await textsOf(await document.save());
    expect(texts?.map((text) => text.split(' ').slice(0, 2).join(' '))).toEqual([
      'This agreement',
      ...Array.from({ length: 8 }, (_, row) => `left ${row}`),
      ...Array.from({ length: 8 }, (_, row) => `right ${row}`),
    ]);
  });

  it('of a table stay together by row', async () => {
    const rows = [150, 130, 110, 90, 70, 50, 30];
    const bytes = drawn(
      ...rows.flatMap((y) => [[20, y, `Name ${y}`] as const, [160, y, `Sum ${y}`] as const]),
    );
    expect(await textsOf(bytes)).toEqual(rows.flatMap((y) => [`Name ${y}`, `Sum ${y}`]));
  });

  it('are limited, and the others counted', async () => {
    const texts = Array.from({ length: 2100 }, (_, index) => {
      const [column, row] = [index % 30, Math.floor(index / 30)];
      return `BT /F1 2 Tf ${column * 10} ${198 - row * 2.5} Td (A) Tj ET`;
    });
    const [page] = await pagesOf(onePage({ content: texts.join('\n') }));
    expect([page?.lines.length, page?.omitted]).toEqual([2000, 100]);
  });

  it('are none on an empty page', async () => {
    expect(await textsOf(onePage({ content: ' ' }))).toEqual([]);
  });
});

describe('the process that reads lines', () => {
  it('reads the pages that are asked for, and the others later without the file', async () => {
    const finder = openTextFinder();
    const { path, sha256 } = store(await plainPdf(60));
    const textsOfPages = async (pages: { from: number; to: number }, file: string) =>
      (await finder.lines(TESTER, { path: file, sha256, pageCount: 60, pages }))?.map(
        ({ number, lines }) => `${number}: ${lines[0]?.text}`,
      );
    expect(await textsOfPages({ from: 2, to: 3 }, path)).toEqual([
      '2: Page 2 of the agreement',
      '3: Page 3 of the agreement',
    ]);
    const gone = join(scratch.path, 'gone.pdf');
    expect(await textsOfPages({ from: 60, to: 70 }, gone)).toEqual(['60: Page 60 of the agreement']);
    expect(await textsOfPages({ from: 1, to: 60 }, gone)).toHaveLength(50);
    await finder.close();
  });

  it('gives up on a page that takes too long', async () => {
    const finder = openTextFinder({ timeoutMs: 1_000 });
    const source = { pageCount: 1, pages: { from: 1, to: 1 } };
    expect(await finder.lines(TESTER, { ...store(endlessPage()), ...source })).toBeNull();
    expect(await finder.lines(TESTER, { ...store(await plainPdf()), ...source })).toHaveLength(1);
    await finder.close();
  });
});
