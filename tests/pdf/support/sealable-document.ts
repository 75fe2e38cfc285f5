import { PDFDocument, PDFName, PDFNumber, StandardFonts } from 'pdf-lib';
import type { Rectangle } from '#domain/field/geometry.ts';

/** A test page; the default is upright A4. */
export type PageShape = { media?: Rectangle; crop?: Rectangle; rotate?: number; userUnit?: number };

/** Makes a document with a line of text on each page. */
export async function sealableDocument(
  shapes: readonly PageShape[],
  options: { objectStreams?: boolean } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  shapes.forEach(({ media, crop, rotate, userUnit }, index) => {
    const page = document.addPage([595.28, 841.89]);
    if (media) page.setMediaBox(media.x, media.y, media.width, media.height);
    if (crop) page.setCropBox(crop.x, crop.y, crop.width, crop.height);
    if (rotate) page.node.set(PDFName.of('Rotate'), PDFNumber.of(rotate));
    if (userUnit) page.node.set(PDFName.of('UserUnit'), PDFNumber.of(userUnit));
    const box = crop ?? media ?? { x: 0, y: 0 };
    page.drawText(`Original-${index + 1}`, { x: box.x + 30, y: box.y + 30, size: 12, font });
  });
  return document.save({ useObjectStreams: options.objectStreams ?? true });
}
