import { degrees, PDFDocument, type PDFPage, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { TakenTags } from '#domain/document/tags.ts';
import { loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { openPages } from '#server/pdf/reading/open-pages.ts';
import { renderGrayPage } from '#server/pdf/reading/gray-page.ts';
import { takeTags } from '#server/pdf/tags/take-tags.ts';
import { onePage } from '../../support/pdf.ts';
import { drawValues } from '../support/drawn-fields.ts';

type Line = readonly [text: string, x: number, y: number, size?: number];

async function printed(lines: readonly Line[], change: (page: PDFPage) => void = () => undefined) {
  const document = await PDFDocument.create();
  const page = document.addPage([600, 800]);
  const font = await document.embedFont(StandardFonts.TimesRoman);
  for (const [text, x, y, size = 12] of lines) page.drawText(text, { x, y, size, font });
  change(page);
  return await document.save();
}

async function grays(bytes: Uint8Array) {
  const pictures: { width: number; height: number; values: Uint8Array; scale: number }[] = [];
  await openPages(bytes, ({ opened }) => {
    const picture = opened && renderGrayPage(opened.library, opened.page, opened.space);
    if (picture) pictures.push(picture);
  });
  return pictures;
}

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Counts the pixels that differ outside and inside boxes. Boxes are in points from the top left. */
async function differences(before: Uint8Array, after: Uint8Array, boxes: readonly Box[]) {
  const [[one], [other]] = [await grays(before), await grays(after)];
  if (one === undefined || other === undefined) throw new Error('a page was not rendered');
  const counted = { outside: 0, inside: 0 };
  one.values.forEach((value, index) => {
    if (value === other.values[index]) return;
    const [x, y] = [(index % one.width) / one.scale, Math.floor(index / one.width) / one.scale];
    const isIn = boxes.some(
      (box) => x >= box.x - 1 && x <= box.x + box.width + 1 && y >= box.y - 1 && y <= box.y + box.height + 1,
    );
    counted[isIn ? 'inside' : 'outside'] += 1;
  });
  return counted;
}

const textOf = async (bytes: Uint8Array) => {
  const library = await loadPdfium();
  let text = '';
  await openPages(bytes, ({ opened }) => {
    if (opened === null) return;
    const page = library.api.FPDFText_LoadPage(opened.page);
    const count = library.api.FPDFText_CountChars(page);
    for (let index = 0; index < count; index += 1)
      text += String.fromCodePoint(library.api.FPDFText_GetUnicode(page, index));
    library.api.FPDFText_ClosePage(page);
  });
  return text;
};
const reasons = ({ unread }: TakenTags) => unread.map(({ reason }) => reason);

describe('tags in the text of a PDF', () => {
  it('become fields in their place, and nothing else on the page changes', async () => {
    const bytes = await printed([
      ['Signed by {{Name;type=signature;role=Buyer}} on this day', 50, 700],
      ['{{signature, r1}} and {{Date;type=date;width=80;height=16}}', 50, 600],
      ['Kept: {x} {{ }} { {y} }', 50, 500],
    ]);
    const taken = await takeTags(bytes, 10);
    expect(taken.tags).toMatchObject([
      { type: 'signature', role: 'Buyer', page: 1, width: 180 / 600, height: 44 / 800 },
      { type: 'signature', role: 'r1', x: expect.closeTo(50 / 600, 2) },
      { type: 'date', width: 80 / 600, height: 16 / 800 },
    ]);
    expect(taken.tags[0]?.x).toBeCloseTo(104 / 600, 1);
    const boxes = [
      { x: 100, y: 88, width: 260, height: 17 },
      { x: 48, y: 188, width: 340, height: 17 },
    ];
    const { outside, inside } = await differences(bytes, taken.bytes, boxes);
    expect(outside).toBe(0);
    expect(inside).toBeGreaterThan(500);
    const text = await textOf(taken.bytes);
    expect(text).toMatch(/Signed by\s+on this day/);
    expect(text).not.toMatch(/Buyer|r1|Date/);
    expect(text).toContain('{x} {{ }} { {y} }');
  });

  it('keep the spacing of the text after them, whatever sets it', async () => {
    const content = `BT /F1 12 Tf 1.5 Tc 3 Tw 90 Tz 20 150 Td (a {{Na) Tj [(me;) 40 (role=B) -300 (}} b)] TJ (c) Tj
      16 TL (next {{X}} line) ' 4 1 (and {{Y}} more) " ET`;
    const bytes = onePage({ content });
    const taken = await takeTags(bytes, 10);
    expect(taken.tags.map(({ label, role }) => [label, role])).toEqual([
      ['Name', 'B'],
      ['X', null],
      ['Y', null],
    ]);
    // Lines of 12 points: each tag is in the middle of its line.
    const lines = [40, 56, 72].map((y) => ({ x: 30, y, width: 230, height: 16 }));
    expect((await differences(bytes, taken.bytes, lines)).outside).toBe(0);
    expect(await textOf(taken.bytes)).not.toMatch(/[{}]/);
  });

  it('are read from fonts with two-byte codes, and over the end of a line', async () => {
    const { bytes } = await drawValues([
      { type: 'text', value: 'Vor {{Käufer;role=Käufer}} nach' },
      { type: 'text', value: 'Other 山田 text' },
    ]);
    const taken = await takeTags(bytes, 10);
    expect([taken.tags, reasons(taken)]).toMatchObject([[{ label: 'Käufer', role: 'Käufer' }], []]);
    const wrapped = await printed([
      ['A long one: {{Name;type=signature;', 50, 700],
      ['role=Buyer}} ends here', 50, 686],
    ]);
    const over = await takeTags(wrapped, 10);
    expect(over.tags).toMatchObject([{ type: 'signature', role: 'Buyer' }]);
    expect(await textOf(over.bytes)).not.toMatch(/Buyer|signature/);
  });

  it('are found on a turned page only where they read from left to right', async () => {
    const turned = await printed([['{{Name}}', 50, 700]], (page) => page.setRotation(degrees(90)));
    expect((await takeTags(turned, 10)).tags).toEqual([]);
  });

  it('stay in the page, with their reason, if they cannot be read or taken out', async () => {
    const bytes = await printed([['{{Name;type=autograph}} {{Plan;type=dropdown}}', 50, 700]]);
    const taken = await takeTags(bytes, 10);
    expect(taken.bytes).toBe(bytes);
    expect(reasons(taken)).toEqual(['"autograph" is not a field type', 'a dropdown needs options']);
    expect(taken.unread[0]).toMatchObject({ text: '{{Name;type=autograph}}', page: 1 });
    const invisible = onePage({ content: 'BT 3 Tr /F1 12 Tf 20 150 Td ({{Name}}) Tj ET' });
    const kept = await takeTags(invisible, 10);
    expect([kept.bytes === invisible, reasons(kept)]).toEqual([true, ["it can't be taken out of the page"]]);
  });

  it.each([
    ['braces within braces', '{{a{{b}}c}}', 1],
    ['braces without end', '{{'.repeat(400), 0],
    ['braces that close first', '}}Name{{', 0],
    ['an empty one', '{{}} {{ }}', 0],
    ['one that is too long', `{{${'x'.repeat(600)}}}`, 0],
  ])('are text if they are hostile: %s', async (_, text, tags) => {
    const taken = await takeTags(await printed([[text, 5, 700, 2]]), 10);
    expect(taken.tags).toHaveLength(tags);
  });

  it('are limited in number and time', async () => {
    const lines = Array.from({ length: 125 }, (_, line): Line => [
      '{{N}}'.repeat(80),
      5,
      795 - line * 6,
      2.5,
    ]);
    const start = performance.now();
    const taken = await takeTags(await printed(lines), 10);
    expect(taken.tags).toHaveLength(5000);
    expect(taken.unread).toHaveLength(5000);
    expect(performance.now() - start).toBeLessThan(30_000);
  });
});
