import { pdfium } from './pdfium.ts';

/** FPDF_GetLastError: a password is needed, or the kind of encryption is unknown. */
const ENCRYPTED = [4, 5];

/** Counts the pages that PDFium sees: `encrypted` when it needs a password, null when it can't open the file. */
export async function countPages(bytes: Uint8Array): Promise<number | 'encrypted' | null> {
  const { api, allocate, free, memory } = await pdfium();
  const file = allocate(bytes.length);
  new Uint8Array(memory(), file, bytes.length).set(bytes);
  const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
  try {
    if (document !== 0) return api.FPDF_GetPageCount(document);
    return ENCRYPTED.includes(api.FPDF_GetLastError()) ? 'encrypted' : null;
  } finally {
    if (document !== 0) api.FPDF_CloseDocument(document);
    free(file);
  }
}
