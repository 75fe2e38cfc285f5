import { randomBytes } from 'node:crypto';

import { PDFDocument, StandardFonts } from 'pdf-lib';

const CLAUSE =
  'The Supplier shall perform the Services with reasonable care and skill and in accordance with Schedule';
const LINES = 44;

/** An agreement of A4 pages full of text, about 4,000 characters each. */
export async function createAgreement(pages: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.TimesRoman);
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage([595.28, 841.89]);
    for (let line = 0; line < LINES; line += 1) {
      const text = `${number}.${line + 1}  ${CLAUSE} ${((number * 31 + line * 17) % 97) + 1}.`;
      page.drawText(text, { x: 56, y: 780 - line * 16, size: 10, font });
    }
  }
  return await pdf.save();
}

/** A scan: each page is one picture of `bytes` that can't be compressed. */
export async function scan(pages: number, bytes: number): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const side = Math.floor(Math.sqrt(bytes));
  for (let number = 1; number <= pages; number += 1) {
    const page = pdf.addPage([595.28, 841.89]);
    const image = pdf.context.stream(randomBytes(side * side), {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceGray',
      BitsPerComponent: 8,
    });
    const name = page.node.newXObject('Scan', pdf.context.register(image));
    const content = pdf.context.stream(`q 595 0 0 842 0 0 cm ${name.asString()} Do Q`);
    page.node.addContentStream(pdf.context.register(content));
  }
  return await pdf.save();
}
