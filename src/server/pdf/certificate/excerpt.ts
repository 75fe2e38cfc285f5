import { PDFDocument, PDFName } from 'pdf-lib';

/** Copies the certificate pages of a sealed document into a file of their own, for reading. `firstPage` counts from 1. */
export async function certificateExcerpt(sealed: Uint8Array, firstPage: number): Promise<Uint8Array> {
  const source = await PDFDocument.load(sealed, { updateMetadata: false });
  const excerpt = await PDFDocument.create({ updateMetadata: false });
  const count = source.getPageCount() - firstPage + 1;
  const pages = await excerpt.copyPages(
    source,
    Array.from({ length: count }, (_, index) => firstPage - 1 + index),
  );
  for (const page of pages) {
    // The first page has the seal's invisible field, which means nothing outside the sealed file.
    page.node.delete(PDFName.of('Annots'));
    excerpt.addPage(page);
  }
  return await excerpt.save();
}
