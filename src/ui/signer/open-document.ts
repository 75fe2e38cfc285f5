import { openPdf, type PdfDocument, type PdfSource } from '../pdf/pdf-document.ts';
import type { PagePictures } from './page-pictures.ts';

/** How long opening the document may take before the server's pictures are shown instead. */
const OPENING_MS = 20_000;

type Opening = {
  readonly pageCount: number;
  /** Whether all of the document arrives undamaged. */
  readonly whole: Promise<boolean>;
  readonly pictures: () => Promise<PagePictures>;
  /** Whether nobody waits for the document any more. */
  readonly isClosed: () => boolean;
};

/** Opens the document to sign. If the browser can't open it or takes too long, opens it as pictures. */
export async function openDocument(
  source: PdfSource,
  { pageCount, whole, pictures, isClosed }: Opening,
): Promise<PdfDocument> {
  const opening = openPdf(source).then((pdf) => ({
    ...pdf,
    // All sizes are read in the background, which would fetch each page before its turn.
    pageSize: async (number: number) => {
      await whole;
      return pdf.pageSize(number);
    },
    pagePicture: async (number: number) => (await pictures()).get(number),
  }));
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, OPENING_MS, null);
    // What pdf.js waits for then never arrives.
    void whole.then((isWhole) => isWhole || resolve(null));
  });
  const opened = await Promise.race([opening, late]).catch((error: unknown) => {
    console.error('the document cannot be opened', error);
    return null;
  });
  if (opened !== null) return opened;
  if (isClosed()) throw new Error('the document did not arrive');
  const instead = await (await pictures()).document(pageCount);
  if (instead === null) return opening;
  opening.then(
    (pdf) => pdf.close(),
    () => undefined,
  );
  return instead;
}
