import { loadPdfium, type Pdfium } from './pdfium.ts';
import { withFile } from './rendered-document.ts';

/** Rewrites a damaged or oddly encrypted file with pdf-lib; null if pdf-lib can't read it. */
export async function rewriteWithPdfLib(bytes: Uint8Array): Promise<Uint8Array | 'encrypted' | null> {
  const { PDFDocument } = await import('pdf-lib');
  try {
    const document = await PDFDocument.load(bytes, { password: '', updateMetadata: false });
    return await document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      useObjectStreams: false,
    });
  } catch (error) {
    return error instanceof Error && /encrypt|password/i.test(error.message) ? 'encrypted' : null;
  }
}

/** FPDF_REMOVE_SECURITY. */
const DECRYPTED = 3;

/** Rewrites a file with PDFium, without encryption; null if PDFium can't read it. */
export async function rewriteWithPdfium(bytes: Uint8Array): Promise<Uint8Array | null> {
  const library = await loadPdfium();
  const { api } = library;
  return withFile(library, bytes, (file) => {
    const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
    if (document === 0) return null;
    try {
      return saveCopy(library, document);
    } finally {
      api.FPDF_CloseDocument(document);
    }
  });
}

/** Writes all objects of a document that PDFium has open, without encryption; null if PDFium fails to. */
export function saveCopy({ api, allocate, free, memory }: Pdfium, document: number): Uint8Array | null {
  const writer = api.PDFiumExt_OpenFileWriter();
  try {
    if (api.FPDF_SaveAsCopy(document, writer, DECRYPTED) === 0) return null;
    const length = api.PDFiumExt_GetFileWriterSize(writer);
    const copy = allocate(length);
    api.PDFiumExt_GetFileWriterData(writer, copy, length);
    const written = Uint8Array.from(new Uint8Array(memory(), copy, length));
    free(copy);
    return written;
  } finally {
    api.PDFiumExt_CloseFileWriter(writer);
  }
}
