import { PDFDocument } from 'pdf-lib';

import { docxOfBody, zip } from '../../tests/support/docx.ts';

const NO_MARGINS = `<w:pgMar ${['top', 'right', 'bottom', 'left', 'header', 'footer', 'gutter']
  .map((side) => `w:${side}="0"`)
  .join(' ')}/>`;
const PAGES = 200;
/** The most that a reader accepts. */
const FEWER_PAGES = 100;
const LINES = 100_000;
const WORDS = 6_000;
/** The most small pages that the converter accepts. */
const MORE_WORDS = 100_000;

/** A PDF of about 30 kB whose pages have so many lines that reading it exceeds the time limit. */
export async function createHostilePdf(pages = PAGES): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const lines = pdf.context.register(
    pdf.context.flateStream('q 1 0 0 1 1 1 cm 0 0 m 600 700 l S Q\n'.repeat(LINES)),
  );
  for (let number = 1; number <= pages; number += 1) pdf.addPage([612, 792]).node.addContentStream(lines);
  return await pdf.save();
}

/** A PDF whose pages draw as much as the reader accepts. */
export async function createAdaptedPdf(): Promise<Uint8Array> {
  return await createHostilePdf(FEWER_PAGES);
}

/**
 * A Word file with enough small pages to exceed the conversion's time limit, but too few to be refused up
 * front.
 */
export function createAdaptedDocx(): Uint8Array {
  const words = Array.from({ length: MORE_WORDS }, (_, index) => (index * 7_919).toString(36)).join(' ');
  const text = `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
  return zip(docxOfBody(`${text}<w:sectPr><w:pgSz w:w="1440" w:h="1440"/>${NO_MARGINS}</w:sectPr>`));
}

/** A Word file of about 1.2 kB with one letter a page, so that converting it exceeds the time limit. */
export function createHostileDocx(): Uint8Array {
  const text = `<w:p><w:r><w:t>${'word '.repeat(WORDS)}</w:t></w:r></w:p>`;
  return zip(docxOfBody(`${text}<w:sectPr><w:pgSz w:w="240" w:h="300"/>${NO_MARGINS}</w:sectPr>`));
}
