import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** Width and height of a page as a viewer shows it, in points (1/72 inch) times UserUnit. */
export type PageSize = { readonly width: number; readonly height: number };

/** A page on the screen: width and height in CSS pixels, `scale` in CSS pixels per point. */
export type PageOnScreen = {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
};

/** An opened PDF. Pages count from 1. */
export type PdfDocument = {
  readonly pageCount: number;
  readonly firstPageSize: PageSize;
  /** The URL of a picture of the first page, to show until that is drawn. */
  readonly firstPagePicture?: string;
  readonly page: (number: number) => Promise<PDFPageProxy>;
  readonly pageSize: (number: number) => Promise<PageSize>;
  /** Frees the worker's memory. The document can't be used afterwards. */
  readonly close: () => Promise<void>;
};

/**
 * Fetches pdf.js and its worker ahead of their use, quietly: without them the document only opens later. The worker has
 * to be a hint to the browser, since starting one takes memory.
 */
export function prepareViewer(): void {
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = workerUrl;
  document.head.append(hint);
  // Opening the document asks again, and reports what fails.
  import('pdfjs-dist').catch(() => undefined);
}

/** Any value: pdf.js asks our factory by file name and only checks that a URL is set. */
const FACTORY_ADDRESS = '/';

/** Fetches what pdf.js asks for by name. Most documents need none of it, so the list of the files comes when one does. */
class FilesOnDemand {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const { fetchAsset } = await import('./pdf-assets.ts');
    return fetchAsset(filename);
  }
}

/**
 * Opens a PDF from its bytes, in the browser only. pdf.js and its worker start while the bytes are loading, and get a
 * copy of them. Rejects if the file can't be read. `isQuiet` is for files that nobody has checked: their faults aren't
 * reported in the console.
 */
export async function openPdf(
  bytes: Uint8Array | Promise<Uint8Array>,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<PdfDocument> {
  const pdfjs = await import('pdfjs-dist');
  pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
  const worker = new pdfjs.PDFWorker(isQuiet ? { verbosity: pdfjs.VerbosityLevel.ERRORS } : {});
  const data = await Promise.resolve(bytes).catch((error: unknown) => {
    worker.destroy();
    throw error;
  });
  const task = pdfjs.getDocument({
    worker,
    data: Uint8Array.from(data),
    BinaryDataFactory: FilesOnDemand,
    useWorkerFetch: false,
    cMapUrl: FACTORY_ADDRESS,
    standardFontDataUrl: FACTORY_ADDRESS,
    wasmUrl: FACTORY_ADDRESS,
    enableXfa: false,
    disableWorkerRendering: true,
  });
  try {
    const pdf = await task.promise;
    return { ...reader(pdf), firstPageSize: sizeOf(await pdf.getPage(1)), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function close(): Promise<void> {
    await task.destroy();
    worker.destroy();
  }
}

function reader(pdf: PDFDocumentProxy): Pick<PdfDocument, 'pageCount' | 'page' | 'pageSize'> {
  return {
    pageCount: pdf.numPages,
    page: (number) => pdf.getPage(number),
    pageSize: async (number) => sizeOf(await pdf.getPage(number)),
  };
}

function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
