import { PDFDocument, StandardFonts, rgb } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { proposeFields } from '#reading/propose-fields.ts';
import { readPageFacts } from '#server/pdf/reading/read-page-facts.ts';

const INK = rgb(0, 0, 0);

/** A typical application form: a table with small labels in its cells, a question, signature lines. */
async function application(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage([612, 792]);
  const text = (words: string, x: number, y: number, size = 9) => page.drawText(words, { x, y, size, font });
  const cell = (label: string, x: number, y: number, width: number) => {
    page.drawRectangle({ x, y, width, height: 30, borderColor: INK, borderWidth: 0.5 });
    text(label, x + 3, y + 21, 7);
  };
  text('Application for a permit', 50, 740, 16);
  cell('1. First name', 50, 680, 250);
  cell('2. Last name', 300, 680, 250);
  cell('3. Date of birth', 50, 650, 160);
  cell('4. E-mail address', 210, 650, 180);
  cell('5. Telephone', 390, 650, 160);
  text('6. Have you applied before?', 50, 620);
  for (const [index, answer] of ['Yes', 'No'].entries()) {
    page.drawRectangle({
      x: 250 + index * 60,
      y: 618,
      width: 9,
      height: 9,
      borderColor: INK,
      borderWidth: 0.7,
    });
    text(answer, 263 + index * 60, 620);
  }
  page.drawLine({ start: { x: 50, y: 520 }, end: { x: 300, y: 520 }, thickness: 0.7, color: INK });
  text('Signature of applicant', 50, 509, 8);
  page.drawLine({ start: { x: 350, y: 520 }, end: { x: 500, y: 520 }, thickness: 0.7, color: INK });
  text('Date', 350, 509, 8);
  return document.save();
}

describe('the fields of a form', () => {
  it('are proposed with type, label, box and group', async () => {
    const { fields } = proposeFields(await readPageFacts(await application()));
    const found = fields.map(({ type, label }) => `${type}: ${label}`);
    expect(found.toSorted()).toEqual([
      'date: 3. Date of birth',
      'date: Date',
      'email: 4. E-mail address',
      'phone: 5. Telephone',
      'radio: No',
      'radio: Yes',
      'signature: Signature of applicant',
      'text: 1. First name',
      'text: 2. Last name',
    ]);
    const first = fields.find(({ label }) => label === '1. First name');
    expect(first?.box.x).toBeCloseTo(50 / 612, 2);
    expect((first?.box.y ?? 0) + (first?.box.height ?? 0)).toBeCloseTo((792 - 680) / 792, 2);
    const groups = fields.filter(({ type }) => type === 'radio').map(({ group }) => group);
    expect(new Set(groups).size).toBe(1);
    expect(groups[0]).not.toBeNull();
  });

  it('are empty on a page of text', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.TimesRoman);
    const page = document.addPage([612, 792]);
    for (let line = 0; line < 40; line += 1) {
      page.drawText('The parties agree that nothing in this clause limits what they owe each other.', {
        x: 72,
        y: 720 - line * 15,
        size: 11,
        font,
      });
    }
    expect(proposeFields(await readPageFacts(await document.save())).fields).toEqual([]);
  });
});
