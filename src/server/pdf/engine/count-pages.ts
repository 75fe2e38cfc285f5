import { loadPdfium } from './pdfium.ts';
import { withFile } from './rendered-document.ts';

/** The FPDF_GetLastError codes for a document that needs a password or has an unknown kind of encryption. */
const ENCRYPTED = [4, 5];

/**
 * Counts the pages that PDFium sees. Returns `encrypted` if a password is needed, and null if PDFium can't
 * open the file.
 */
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
