import type { PagePicture, PdfDocument } from '../pdf/pdf-document.ts';
import { decodePicture } from './page-picture.ts';

/** A document that hasn't arrived yet, but whose pages can already be seen. */
export type ArrivingDocument = {
  readonly pages: PdfDocument;
  /** Supplies the document once it has arrived. Its pages are then drawn in place of the pictures. */
  readonly arrive: (pdf: PdfDocument) => void;
  readonly discard: () => void;
};

/**
 * Returns the pages of a document of which only a picture of the first page has arrived, or null if that
 * can't be shown. `getPicture` fetches those of the others.
 */
export async function createArrivingDocument(
  png: Blob,
  pageCount: number,
  getPicture: (number: number) => Promise<PagePicture | null>,
): Promise<ArrivingDocument | null> {
  const first = await decodePicture(png);
  if (first === null) return null;
  let isAwaited = true;
  // Stays pending if the document never arrives, in which case the pages are no longer on the screen.
  const { promise: arrived, resolve } = Promise.withResolvers<PdfDocument>();
  const pages: PdfDocument = {
    pageCount,
    firstPageSize: first.size,
    firstPagePicture: first.url,
    earlyPicture: async (number) => (isAwaited ? getPicture(number) : null),
    pagePicture: async (number) => (await (await arrived).pagePicture?.(number)) ?? null,
    page: async (number) => (await arrived).page(number),
    pageSize: async (number) => (await arrived).pageSize(number),
    close: async () => (await arrived).close(),
  };
  const arrive = (pdf: PdfDocument): void => {
    isAwaited = false;
    resolve(pdf);
  };
  return { pages, arrive, discard: () => URL.revokeObjectURL(first.url) };
}
