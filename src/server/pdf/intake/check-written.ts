import { PDF } from '@libpdf/core';
import { countPages } from '#server/pdf/engine/count-pages.ts';
import { createDamagedError } from '#server/pdf/engine/open.ts';

/**
 * Checks that libpdf and PDFium can read a document that was written here, and that it can be extended
 * incrementally.
 * @throws UnreadableDocument
 */
export async function checkWritten(bytes: Uint8Array, pageCount: number): Promise<void> {
  const pdf = await PDF.load(bytes);
  const sound = pdf.canSaveIncrementally() === null && pdf.getPageCount() === pageCount;
  if (!sound || (await countPages(bytes)) !== pageCount) throw createDamagedError();
}
