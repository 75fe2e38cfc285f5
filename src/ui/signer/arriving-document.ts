import { PICTURE_SCALE } from '#domain/document/page-picture.ts';
import type { PdfDocument } from '../pdf/pdf-document.ts';

/** A document that hasn't arrived yet, but whose first page can already be seen. */
export type ArrivingDocument = {
  readonly pages: PdfDocument;
  /** Supplies the document once it has arrived. Its pages are then drawn in place of the picture. */
  readonly arrive: (pdf: PdfDocument) => void;
  readonly discard: () => void;
};

/**
 * Returns the pages of a document of which only a picture of the first page has arrived, or null if that
 * can't be shown.
 */
export async function createArrivingDocument(png: Blob, pageCount: number): Promise<ArrivingDocument | null> {
  const picture = URL.createObjectURL(png);
  const image = new Image();
  image.src = picture;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(picture);
    return null;
  }
  // Stays pending if the document never arrives, in which case the pages are no longer on the screen.
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<PdfDocument>();
  const pages: PdfDocument = {
    pageCount,
    firstPageSize: {
      width: image.naturalWidth / PICTURE_SCALE,
      height: image.naturalHeight / PICTURE_SCALE,
    },
    firstPagePicture: picture,
    pagePicture: async (number) => (await (await arrived).pagePicture?.(number)) ?? null,
    page: async (number) => (await arrived).page(number),
    pageSize: async (number) => (await arrived).pageSize(number),
    close: async () => (await arrived).close(),
  };
  return { pages, arrive, discard: () => URL.revokeObjectURL(picture) };
}
