import { PDFDocument } from 'pdf-lib';

import { docxOfBody, zip } from '../../tests/support/docx.ts';

const PAGES = 200;
const LINES = 100_000;
const WORDS = 6_000;

/** A PDF of some 30 kB whose pages are so full of lines that reading it takes longer than it may. */
export async function hostilePdf(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const lines = pdf.context.register(
    pdf.context.flateStream('q 1 0 0 1 1 1 cm 0 0 m 600 700 l S Q\n'.repeat(LINES)),
  );
  for (let number = 1; number <= PAGES; number += 1) pdf.addPage([612, 792]).node.addContentStream(lines);
  return await pdf.save();
}

/** A Word file of some 1.2 kB with a letter on each page, so that converting it takes longer than it may. */
export function hostileDocx(): Uint8Array {
  const text = `<w:p><w:r><w:t>${'word '.repeat(WORDS)}</w:t></w:r></w:p>`;
  const margins = ['top', 'right', 'bottom', 'left', 'header', 'footer', 'gutter']
    .map((side) => `w:${side}="0"`)
    .join(' ');
  return zip(docxOfBody(`${text}<w:sectPr><w:pgSz w:w="240" w:h="300"/><w:pgMar ${margins}/></w:sectPr>`));
}
