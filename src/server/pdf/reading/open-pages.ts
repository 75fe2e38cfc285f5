import { type PageRotation } from '#domain/field/geometry.ts';
import { type PageSpace, createPageSpace } from '#server/pdf/engine/page-space.ts';
import { type Pdfium, loadPdfium } from '#server/pdf/engine/pdfium.ts';

/** A page of a PDF that PDFium has open. `opened` is null if PDFium can't open the page. */
export type OpenPage = {
  /** Counts from 1. */
  readonly number: number;
  readonly opened: { readonly library: Pdfium; readonly page: number; readonly space: PageSpace } | null;
};

/** The size assumed for a page that can't be opened: A4. */
export const UNREADABLE_PAGE = { width: 595, height: 842 };

/** Opens the pages of a PDF in PDFium, one at a time. Throws if PDFium can't open the file. */
export async function openPages(bytes: Uint8Array, take: (page: OpenPage) => void): Promise<void> {
  await withPages(bytes, (pages) => {
    for (const page of pages) take(page);
  });
}

/**
 * Passes the pages of a PDF to `use`. Each is open until the next one is asked for, so `use` can leave the
 * others unopened. Throws if PDFium can't open the file.
 */
export async function withPages<Result>(
  bytes: Uint8Array,
  use: (pages: IterableIterator<OpenPage>) => Result,
): Promise<Result> {
  const library = await loadPdfium();
  const { api } = library;
  const file = library.allocate(bytes.length);
  new Uint8Array(library.memory(), file, bytes.length).set(bytes);
  const document = api.FPDF_LoadMemDocument(file, bytes.length, 0);
  try {
    if (document === 0) throw new Error(`PDFium cannot open the file (${api.FPDF_GetLastError()})`);
    const pages = iteratePages(library, document);
    try {
      return use(pages);
    } finally {
      pages.return(undefined);
    }
  } finally {
    if (document !== 0) api.FPDF_CloseDocument(document);
    library.free(file);
  }
}

function* iteratePages(library: Pdfium, document: number): Generator<OpenPage, undefined> {
  const { api } = library;
  const count = api.FPDF_GetPageCount(document);
  for (let index = 0; index < count; index += 1) {
    const number = index + 1;
    const page = api.FPDF_LoadPage(document, index);
    if (page === 0) yield { number, opened: null };
    else {
      try {
        yield { number, opened: { library, page, space: getPageSpace(library, page) } };
      } finally {
        api.FPDF_ClosePage(page);
      }
    }
  }
}

function getPageSpace(library: Pdfium, page: number): PageSpace {
  const pointer = library.allocate(16);
  library.api.FPDF_GetPageBoundingBox(page, pointer);
  const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(library.memory(), pointer, 4);
  library.free(pointer);
  const rotation = (library.api.FPDFPage_GetRotation(page) * 90) as PageRotation;
  return createPageSpace({ x: left, y: bottom, width: right - left, height: top - bottom }, rotation);
}
