import { loadPdfium } from './pdfium.ts';
import { RenderedDocument, withFile } from './rendered-document.ts';

/** FPDF_GetLastError: a password is needed, or the kind of encryption is unknown. */
const ENCRYPTED = [4, 5];

/** Counts the pages that PDFium sees: `encrypted` when it needs a password, null when it can't open the file. */
export async function countPages(bytes: Uint8Array): Promise<number | 'encrypted' | null> {
  const library = await loadPdfium();
  const { api } = library;
  return withFile(library, bytes, (file) => {
    const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
    if (document === 0) return ENCRYPTED.includes(api.FPDF_GetLastError()) ? 'encrypted' : null;
    const count = api.FPDF_GetPageCount(document);
    api.FPDF_CloseDocument(document);
    return count;
  });
}

/** Whether PDFium can show exactly so many pages, whatever the page tree says how many there are. */
export async function showsPages(bytes: Uint8Array, expected: number): Promise<boolean> {
  const library = await loadPdfium();
  return withFile(library, bytes, (file) => {
    const document = RenderedDocument.open(library, file, bytes.length);
    const places = document?.placesOf(expected) ?? null;
    document?.close();
    return places !== null;
  });
}
