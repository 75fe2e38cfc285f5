import { readFile } from 'node:fs/promises';
import { PICTURE_SCALE } from '#domain/document/page-picture.ts';
import { discardPdfium, pdfium } from '#server/pdf/engine/pdfium.ts';
import { RenderedDocument, withFile, type ColorPixels } from '#server/pdf/engine/rendered-document.ts';
import { palettePng } from './palette-png.ts';

export interface DrawRequest {
  /** Of the prepared PDF. */
  readonly path: string;
}

/** The picture of a page as a PNG; null if there is none that is small enough. */
export type DrawOutcome = { readonly png: Uint8Array | null };

/** Larger pages get no picture, as their size couldn't be told from it. */
const MOST_PIXELS = 2_500_000;
/** A second on a slow network. */
const MOST_BYTES = 60_000;
/** Values per color channel, until the picture is small enough. */
const LEVELS = [6, 4, 2];
const PAGE_MS = 2_000;

/** Draws the first page of a document at the resolution of a phone. */
export async function drawFirstPage({ path }: DrawRequest): Promise<DrawOutcome> {
  const [library, bytes] = await Promise.all([pdfium(), readFile(path)]);
  try {
    const pixels = withFile(library, bytes, (file) => {
      const document = RenderedDocument.open(library, file, bytes.length);
      try {
        return document === null ? null : firstPage(document);
      } finally {
        document?.close();
      }
    });
    return { png: pixels === null ? null : smallEnough(pixels) };
  } catch (error) {
    // PDFium gave up on the page. Its memory can't be trusted for the next document.
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    discardPdfium();
    return { png: null };
  }
}

function firstPage(document: RenderedDocument): ColorPixels | null {
  const points = document.size(0);
  if (points === null) return null;
  const width = Math.max(1, Math.round(points.width * PICTURE_SCALE));
  const height = Math.max(1, Math.round(points.height * PICTURE_SCALE));
  if (width * height > MOST_PIXELS) return null;
  return document.renderInColor(0, 'form', { width, height }, PAGE_MS);
}

function smallEnough(pixels: ColorPixels): Uint8Array | null {
  for (const levels of LEVELS) {
    const png = palettePng(pixels, levels);
    if (png.length <= MOST_BYTES) return png;
  }
  return null;
}
