import { degrees, PDFDocument, PDFName, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib';

/** Which pages of a sealed document to copy. */
export type ExcerptRequest = {
  /** Counts from 1. */
  readonly firstPage: number;
  /** Default: all pages from `firstPage` on. */
  readonly pageCount?: number;
  /** A line at the bottom of every page, in Latin-1 characters. Default: none. */
  readonly note?: string;
};

const NOTE_SIZE = 6;
const MARGIN = 12;
const BASELINE = 6;

/** Copies pages of a sealed document into a separate file, for reading. The copy has no seal. */
export async function createExcerpt(
  sealed: Uint8Array,
  { firstPage, pageCount, note }: ExcerptRequest,
): Promise<Uint8Array> {
  const source = await PDFDocument.load(sealed, { updateMetadata: false });
  const excerpt = await PDFDocument.create({ updateMetadata: false });
  const count = pageCount ?? source.getPageCount() - firstPage + 1;
  const pages = await excerpt.copyPages(
    source,
    Array.from({ length: count }, (_, index) => firstPage - 1 + index),
  );
  const font = note === undefined ? null : await excerpt.embedFont(StandardFonts.Helvetica);
  for (const page of pages) {
    // The seal's field and links to other pages mean nothing outside the sealed file.
    page.node.delete(PDFName.of('Annots'));
    excerpt.addPage(page);
    if (font !== null && note !== undefined) drawNote(page, note, font);
  }
  return await excerpt.save();
}

/** Draws a line at the bottom of the page as displayed, in a size that fits. */
function drawNote(page: PDFPage, note: string, font: PDFFont): void {
  const { x, y, width, height } = page.getCropBox();
  const angle = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const room = (angle % 180 === 0 ? width : height) - 2 * MARGIN;
  const size = Math.min(NOTE_SIZE, (NOTE_SIZE * room) / font.widthOfTextAtSize(note, NOTE_SIZE));
  if (size <= 0) return;
  const places = {
    0: [x + MARGIN, y + BASELINE],
    90: [x + width - BASELINE, y + MARGIN],
    180: [x + width - MARGIN, y + height - BASELINE],
    270: [x + BASELINE, y + height - MARGIN],
  } as const;
  const [left, bottom] = places[angle];
  page.drawText(note, { x: left, y: bottom, size, font, rotate: degrees(angle) });
}
