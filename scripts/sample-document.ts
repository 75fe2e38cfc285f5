// `node scripts/sample-document.ts`: draws static/sample-nda.pdf, which new accounts can send to themselves.
// The positions of its fields are in src/ui/envelopes/list/sample.ts. It embeds its fonts, so that it looks
// the same everywhere.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDF, PdfRef } from '@libpdf/core';
import { createPage } from '#server/pdf/drawing/overlay.ts';
import { createPolylineShape } from '#server/pdf/drawing/shapes.ts';
import { Sheets, type SheetDrawing } from '#server/pdf/drawing/sheets.ts';
import { BreakableText } from '#server/pdf/drawing/text/wrap.ts';

const WIDTH = 612;
const HEIGHT = 792;
const LEFT = 72;
const SIZE = 11;
const LEADING = 16;
const INK = '#1c1b1f';
const PARTS = [
  ['', 'This agreement is between you and Northwind Studio, a company that exists only in this sample.'],
  [
    '1. Purpose',
    'You and Northwind Studio want to see how signing a document works. To do so, each may show the other information that isn’t public.',
  ],
  [
    '2. Confidential information',
    'Neither of you passes on what the other has marked as confidential. This sample contains nothing of the kind.',
  ],
  ['3. Term', 'This agreement begins on the day you sign it and ends when you delete it.'],
  ['4. No obligations', 'This is a sample. Signing it creates no rights and no duties.'],
] as const;
/** The signature lines, by their distance from the bottom. */
const LINES = [
  ['Signature', 360],
  ['Name', 290],
  ['Date', 240],
] as const;

const pdf = PDF.create();
const sheets = new Sheets(pdf);
const sheet = sheets.drawPage({ width: WIDTH, height: HEIGHT }, drawSample);
sheets.finish();
const first = pdf.addPage({ width: WIDTH, height: HEIGHT });
const parent = first.dict.get('Parent');
if (!(parent instanceof PdfRef)) throw new Error('a page without a parent');
for (const [key, value] of createPage(pdf, sheet, parent).dict) first.dict.set(key, value);
pdf.setTitle('Sample NDA');
for (const set of ['setAuthor', 'setCreator', 'setProducer'] as const) pdf[set]('Countersign');
for (const set of ['setCreationDate', 'setModificationDate'] as const) pdf[set](new Date(0));
const bytes = await pdf.save();
writeFileSync(fileURLToPath(new URL('../static/sample-nda.pdf', import.meta.url)), bytes);

function drawSample(drawing: SheetDrawing): void {
  const write = (text: string, x: number, y: number, size: number, style: 'regular' | 'bold' = 'regular') =>
    drawing.text({ text, style, size, x, y, color: INK });
  write('Mutual nondisclosure agreement', LEFT, 104, 20, 'bold');
  let y = 142;
  for (const [title, text] of PARTS) {
    if (title !== '') {
      write(title, LEFT, y, SIZE, 'bold');
      y += LEADING;
    }
    for (const line of new BreakableText(text, 'regular').lines((WIDTH - 2 * LEFT) / SIZE)) {
      write(line.text, LEFT, y, SIZE);
      y += LEADING;
    }
    y += LEADING / 2;
  }
  for (const [label, bottom] of LINES) {
    const at = HEIGHT - bottom;
    drawing.stroke(createPolylineShape([LEFT, at], [LEFT + 240, at]), { color: '#333333', width: 0.8 });
    write(label, LEFT, at + 13, 9);
  }
}
