// `node scripts/sample-document.ts`: draws static/sample-nda.pdf, which new accounts can send to themselves. Where its fields
// are, src/ui/envelopes/list/sample.ts says.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';

const WIDTH = 612;
const HEIGHT = 792;
const LEFT = 72;
const TEXTS = [
  'This agreement is between you and Northwind Studio, a company that exists only in this sample.',
  '',
  '1.  Purpose. You and Northwind Studio want to see how signing a document works. To do so, each may',
  '     show the other information that is not public.',
  '',
  '2.  Confidential information. Neither of you passes on what the other has marked as confidential.',
  '     This sample contains nothing of the kind.',
  '',
  '3.  Term. This agreement begins on the day you sign it and ends when you delete it.',
  '',
  '4.  No obligations. This is a sample. Signing it creates no rights and no duties.',
];

const pdf = await PDFDocument.create();
pdf.setTitle('Sample NDA');
pdf.setCreationDate(new Date(0));
pdf.setModificationDate(new Date(0));
const [regular, bold] = [
  await pdf.embedFont(StandardFonts.TimesRoman),
  await pdf.embedFont(StandardFonts.TimesRomanBold),
];
const page = pdf.addPage([WIDTH, HEIGHT]);
page.drawText('Mutual nondisclosure agreement', { x: LEFT, y: 690, size: 20, font: bold });
TEXTS.forEach((text, index) =>
  page.drawText(text, { x: LEFT, y: 650 - index * 17, size: 11, font: regular }),
);
for (const [label, y] of [
  ['Signature', 360],
  ['Name', 290],
  ['Date', 240],
] as const) {
  const line = { start: { x: LEFT, y }, end: { x: LEFT + 240, y } };
  page.drawLine({ ...line, thickness: 0.8, color: rgb(0.2, 0.2, 0.2) });
  page.drawText(label, { x: LEFT, y: y - 13, size: 9, font: regular });
}
writeFileSync(
  fileURLToPath(new URL('../static/sample-nda.pdf', import.meta.url)),
  await pdf.save({ useObjectStreams: false }),
);
