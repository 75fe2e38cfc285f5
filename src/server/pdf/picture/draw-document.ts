import { readFile } from 'node:fs/promises';
import { discardPdfium, loadPdfium } from '#server/pdf/engine/pdfium.ts';
import { RenderedDocument, withFile } from '#server/pdf/engine/rendered-document.ts';

/** Opens a PDF in PDFium and draws from it. Returns null if PDFium can't open the file or crashes on it. */
export async function drawDocument<Drawn>(
  path: string,
  draw: (document: RenderedDocument) => Drawn | null,
): Promise<Drawn | null> {
  const [library, bytes] = await Promise.all([loadPdfium(), readFile(path)]);
  try {
    return withFile(library, bytes, (file) => {
      const document = RenderedDocument.open(library, file, bytes.length);
      try {
        return document === null ? null : draw(document);
      } finally {
        document?.close();
      }
    });
  } catch (error) {
    // PDFium crashed on the page, so its memory can't be trusted for the next document.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return null;
  }
}
