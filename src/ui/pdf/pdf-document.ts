import type * as Pdfjs from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { FUNCTIONS_SCRIPT } from '#ui/older-browsers/functions-script.ts';
import workerUrl from './worker/pdf-worker.ts?worker&url';
import { WORKER_FAILURE } from './worker/worker-failure.ts';

/** Width and height of a page as a viewer shows it, in points (1/72 inch) times UserUnit. */
export type PageSize = { readonly width: number; readonly height: number };

/** A page on the screen. Width and height are in CSS pixels, `scale` is in CSS pixels per point. */
export type PageOnScreen = {
  readonly number: number;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
};

/** How a page is shown: drawn from the document, as a picture, or not at all. */
export type PageView = 'rendered' | 'picture' | 'failed';

/**
 * A picture that stands in for a page: its URL, its height for a width of 1, and how large the page is if it has
 * `PICTURE_SCALE`.
 */
export type PagePicture = { readonly url: string; readonly ratio: number; readonly size: PageSize };

/** The bytes of a file, or a function that has pdf.js ask for parts of it. */
export type PdfSource =
  Uint8Array | ((pdfjs: typeof Pdfjs) => Parameters<typeof Pdfjs.getDocument>[0] & object);

/** An opened PDF. Pages count from 1. */
export type PdfDocument = {
  readonly pageCount: number;
  readonly firstPageSize: PageSize;
  /** The URL of a picture of the first page, to show until the page is drawn. */
  readonly firstPagePicture?: string;
  /** Fetches a picture to show until a page can be drawn, or null if there is none. Never rejects. */
  readonly earlyPicture?: (number: number) => Promise<PagePicture | null>;
  /**
   * Fetches a picture to show instead of a page that can't be drawn, or null if there is none. Never rejects.
   */
  readonly pagePicture?: (number: number) => Promise<PagePicture | null>;
  readonly page: (number: number) => Promise<PDFPageProxy>;
  readonly pageSize: (number: number) => Promise<PageSize>;
  /** Frees the worker's memory. The document can't be used afterwards. */
  readonly close: () => Promise<void>;
};

/**
 * This can be any value, because pdf.js asks the custom factory by file name and only checks that a URL is
 * set.
 */
const FACTORY_ADDRESS = '/';

/**
 * Fetches the files that pdf.js asks for by name. Most documents need none of them, so the list of files is
 * loaded when the first one is needed.
 */
class FilesOnDemand {
  async fetch({ filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
    const { fetchAsset } = await import('./pdf-assets.ts');
    return fetchAsset(filename);
  }
}

/**
 * Opens a PDF in the browser only. pdf.js and its worker start while the bytes are loading, and get a copy of
 * them. Rejects if the file can't be read. `isQuiet` is for files that nobody has checked, and keeps their
 * faults out of the console.
 */
export async function openPdf(
  source: PdfSource | Promise<PdfSource>,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<PdfDocument> {
  const pdfjs = await import('pdfjs-dist');
  const port = new Worker(workerUrl, { name: FUNCTIONS_SCRIPT });
  const worker = new pdfjs.PDFWorker({
    // The types of pdf.js only know the default value.
    port: port as unknown as null,
    ...(isQuiet ? { verbosity: pdfjs.VerbosityLevel.ERRORS } : {}),
  });
  const failed = awaitFailure(port);
  const data = await Promise.resolve(source).catch((error: unknown) => {
    end();
    throw error;
  });
  const task = pdfjs.getDocument({
    worker,
    ...(typeof data === 'function' ? data(pdfjs) : { data: Uint8Array.from(data) }),
    BinaryDataFactory: FilesOnDemand,
    useWorkerFetch: false,
    cMapUrl: FACTORY_ADDRESS,
    standardFontDataUrl: FACTORY_ADDRESS,
    wasmUrl: FACTORY_ADDRESS,
    enableXfa: false,
    disableWorkerRendering: true,
  });
  try {
    const pdf = await Promise.race([task.promise, failed]);
    const firstPage = await Promise.race([pdf.getPage(1), failed]);
    return { ...createReader(pdf), firstPageSize: getPageSize(firstPage), close };
  } catch (error) {
    await close();
    throw error;
  }

  async function close(): Promise<void> {
    // A worker that has failed may never answer.
    await Promise.race([task.destroy(), failed.catch(() => undefined)]);
    end();
  }

  function end(): void {
    worker.destroy();
    port.terminate();
  }
}

/** Rejects once a worker can't go on. Without this, pdf.js waits forever. */
function awaitFailure(port: Worker): Promise<never> {
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', ({ message }) => reject(new Error(`pdf.js stopped: ${message}`)));
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'object' && data !== null && WORKER_FAILURE in data)
        reject(new Error(`pdf.js failed: ${String(data[WORKER_FAILURE])}`));
    });
  });
  // Nobody may be waiting for the promise, so this keeps its rejection from going unhandled.
  failed.catch(() => undefined);
  return failed;
}

function createReader(pdf: PDFDocumentProxy): Pick<PdfDocument, 'pageCount' | 'page' | 'pageSize'> {
  return {
    pageCount: pdf.numPages,
    page: (number) => pdf.getPage(number),
    pageSize: async (number) => getPageSize(await pdf.getPage(number)),
  };
}

function getPageSize(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
