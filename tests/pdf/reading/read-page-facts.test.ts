import { createCanvas } from '@napi-rs/canvas';
import { PDFDocument, StandardFonts, degrees, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { readPageFacts } from '#server/pdf/reading/read-page-facts.ts';

const INK = rgb(0, 0, 0);

/** A form in user space: a label, a line after it, a tick box and a shaded area. */
async function form(
  change: (document: PDFDocument) => Promise<void> | void = () => undefined,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([600, 800]);
  const font = await document.embedFont(StandardFonts.HelveticaBold);
  page.drawText('Full name:', { x: 100, y: 700, size: 12, font });
  page.drawLine({ start: { x: 170, y: 698 }, end: { x: 400, y: 698 }, thickness: 1, color: INK });
  page.drawRectangle({ x: 100, y: 600, width: 10, height: 10, borderColor: INK, borderWidth: 1 });
  page.drawRectangle({ x: 100, y: 500, width: 200, height: 30, color: rgb(0.8, 0.8, 0.8) });
  await change(document);
  return document.save();
}

describe('a page as geometry', () => {
  it('has words, rules and shapes in points from the top left', async () => {
    const [page] = await readPageFacts(await form());
    expect(page).toMatchObject({ number: 1, width: 600, height: 800, leaders: [], turned: [], images: [] });
    expect(page?.lines).toMatchObject([{ text: 'Full name:', bold: true, size: 12, baseline: 100 }]);
    expect(page?.lines[0]?.x).toBeCloseTo(101, 0);
    expect(page?.rules).toMatchObject([{ orientation: 'horizontal', luminance: 0, dashed: false }]);
    expect(page?.rules[0]).toMatchObject({ x: 170, y: expect.closeTo(101.5, 1), width: 230, height: 1 });
    expect(page?.shapes).toMatchObject([
      { kind: 'rectangle', x: 100, y: 190, width: 10, height: 10, stroke: 0, fill: null },
      {
        kind: 'rectangle',
        x: 100,
        y: 270,
        width: 200,
        height: 30,
        stroke: null,
        fill: expect.closeTo(0.8, 1),
      },
    ]);
  });

  it.each([
    [0, { x: 80, y: 150 }],
    [90, { x: 540, y: 80 }],
    [180, { x: 460, y: 540 }],
    [270, { x: 150, y: 460 }],
  ])('reads a page turned by %i degrees and cropped as displayed', async (angle, seen) => {
    const bytes = await form((document) => {
      const page = document.getPage(0);
      page.setCropBox(20, 60, 550, 700);
      page.setRotation(degrees(angle));
    });
    const [page] = await readPageFacts(bytes);
    const sideways = angle % 180 === 90;
    expect(page).toMatchObject(sideways ? { width: 700, height: 550 } : { width: 550, height: 700 });
    // The tick box is 80 to 90 from the left and 540 to 550 from the bottom of the visible part.
    expect(page?.shapes[0]).toMatchObject({
      x: expect.closeTo(seen.x, 3),
      y: expect.closeTo(seen.y, 3),
      width: expect.closeTo(10, 3),
      height: expect.closeTo(10, 3),
    });
    expect(page?.[angle === 0 ? 'words' : 'turned'].map(({ text }) => text)).toEqual(['Full', 'name:']);
  });

  it('reads form XObjects where they are drawn', async () => {
    const outer = await PDFDocument.create();
    const [embedded] = await outer.embedPdf(await form());
    const page = outer.addPage([600, 800]);
    if (embedded !== undefined) page.drawPage(embedded, { x: 50, y: 0, xScale: 0.5, yScale: 0.5 });
    const [read] = await readPageFacts(await outer.save());
    expect(read?.shapes[0]).toMatchObject({ x: 100, y: 495, width: 5, height: 5 });
    expect(read?.lines).toMatchObject([{ text: 'Full name:', size: 6 }]);
  });

  it('finds lines and boxes in the picture of a scanned page', async () => {
    const canvas = createCanvas(1200, 1600);
    const context = canvas.getContext('2d');
    context.fillStyle = 'white';
    context.fillRect(0, 0, 1200, 1600);
    context.fillStyle = '#333';
    context.fillRect(300, 400, 500, 3);
    context.lineWidth = 2;
    context.strokeStyle = '#333';
    context.strokeRect(200, 600, 20, 20);
    context.font = '24px serif';
    context.fillText('Yes, I agree to all of it', 240, 620);
    const document = await PDFDocument.create();
    const image = await document.embedPng(await canvas.encode('png'));
    document.addPage([600, 800]).drawImage(image, { x: 0, y: 0, width: 600, height: 800 });
    const [page] = await readPageFacts(await document.save());
    expect(page?.rules).toMatchObject([{ orientation: 'horizontal' }]);
    const [rule] = page?.rules ?? [];
    expect([rule?.x, rule?.y, rule?.width].map((value) => Math.round(value ?? 0))).toEqual([150, 200, 250]);
    expect(page?.shapes).toHaveLength(1);
    const [box] = page?.shapes ?? [];
    expect([box?.x, box?.y, box?.width, box?.height].map((value) => Math.round(value ?? 0))).toEqual([
      100, 300, 11, 11,
    ]);
  });

  it('throws when the file is no PDF', async () => {
    await expect(readPageFacts(new TextEncoder().encode('no document'))).rejects.toThrow(/cannot open/);
  });
});
