import { createHash } from 'node:crypto';
import {
  degrees,
  PDFBool,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFString,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from 'pdf-lib';
import { createSrgbProfile } from '#server/pdf/drawing/srgb-profile.ts';
import { copyStructure } from './excerpt-structure.ts';
import { createPacket } from './xmp.ts';

/** Which pages of a sealed document to copy. */
export type ExcerptRequest = {
  /** Counts from 1. */
  readonly firstPage: number;
  /** Default: all pages from `firstPage` on. */
  readonly pageCount?: number;
  /** The title of pages that we made ourselves, which are archivable (PDF/A-3u) and accessible (PDF/UA-1). */
  readonly title?: string;
  /** A line at the bottom of every page, in Latin-1 characters. Default: none. */
  readonly note?: string;
};

const NOTE_SIZE = 6;
const MARGIN = 12;
const BASELINE = 6;

/** Copies pages of a sealed document into a separate file, for reading. The copy has no seal. */
export async function createExcerpt(
  sealed: Uint8Array,
  { firstPage, pageCount, title, note }: ExcerptRequest,
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
  copyStructure(source, excerpt, firstPage - 1);
  const digest = createHash('sha256').update(sealed).update(String(firstPage)).digest('hex').slice(0, 32);
  excerpt.context.trailerInfo.ID = excerpt.context.obj([PDFHexString.of(digest), PDFHexString.of(digest)]);
  if (title !== undefined) describe(excerpt, title, readTime(source));
  return await excerpt.save();
}

/** Adds what documents that are archivable and accessible say about themselves. */
function describe(excerpt: PDFDocument, title: string, now: Date): void {
  const { catalog, context } = excerpt;
  const profile = context.register(context.flateStream(createSrgbProfile(), { N: 3 }));
  const intent = {
    ...{ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile },
    ...{ OutputConditionIdentifier: PDFString.of('sRGB'), Info: PDFString.of('sRGB') },
  };
  catalog.set(PDFName.of('OutputIntents'), context.obj([intent]));
  const packet = Buffer.from(createPacket({ title, now, isAccessible: true }), 'utf8');
  const metadata = context.stream(packet, { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(metadata));
  catalog.set(PDFName.of('ViewerPreferences'), context.obj({ DisplayDocTitle: PDFBool.True }));
}

/** Returns the time of sealing. */
function readTime(sealed: PDFDocument): Date {
  return sealed.getModificationDate() ?? new Date(0);
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
