import type { GreyPage } from '#reading/scans/raster-lines.ts';
import type { PageSpace } from '#server/pdf/engine/page-space.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';

/** Pixels of a point (144 a inch), and most pixels of a page: what a large plan shows is found at less. */
const SCALE = 2;
const MOST_PIXELS = 3_000_000;

/** Four bytes a pixel: blue, green, red and one that is not used (fpdfview.h, FPDFBitmap_BGRx). */
const FORMAT = 3;
const WHITE = 0xffffffff;

/** Draws a page as it is seen and gives its grey values; null when there is no memory for it. */
export function greyPage(library: Pdfium, page: number, space: PageSpace): GreyPage | null {
  const { api } = library;
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (space.width * space.height)));
  const width = Math.max(1, Math.round(space.width * scale));
  const height = Math.max(1, Math.round(space.height * scale));
  const bitmap = api.FPDFBitmap_CreateEx(width, height, FORMAT, 0, 0);
  if (bitmap === 0) return null;
  try {
    api.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
    const stride = api.FPDFBitmap_GetStride(bitmap);
    const pixels = new Uint8Array(library.memory(), api.FPDFBitmap_GetBuffer(bitmap), stride * height);
    const values = new Uint8Array(width * height);
    for (let row = 0; row < height; row += 1) {
      // Green carries most of what the eye sees.
      for (let at = 0; at < width; at += 1)
        values[row * width + at] = pixels[row * stride + at * 4 + 1] ?? 255;
    }
    return { width, height, values, scale };
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}
