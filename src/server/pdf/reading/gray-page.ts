import type { GrayPage } from '#reading/scans/gray-page.ts';
import type { PageSpace } from '#server/pdf/engine/page-space.ts';
import type { Pdfium } from '#server/pdf/engine/pdfium.ts';

/** Pixels per point, and the maximum pixels per page: large plans are rendered at a lower resolution. */
export type Resolution = { readonly scale: number; readonly mostPixels: number };

/** Enough to see lines and where words are: 144 dots per inch. */
export const VIEWING: Resolution = { scale: 2, mostPixels: 3_000_000 };

/** Enough to read words: 200 dots per inch. */
export const READING: Resolution = { scale: 200 / 72, mostPixels: 6_000_000 };

/** Four bytes per pixel: blue, green, red, unused (FPDFBitmap_BGRx). */
const FORMAT = 3;
const WHITE = 0xffffffff;

/** Renders a page in gray; null if there isn't enough memory. */
export function renderGrayPage(
  library: Pdfium,
  page: number,
  space: PageSpace,
  resolution: Resolution = VIEWING,
): GrayPage | null {
  const { api } = library;
  const scale = Math.min(resolution.scale, Math.sqrt(resolution.mostPixels / (space.width * space.height)));
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
      // The green channel is closest to perceived brightness.
      for (let at = 0; at < width; at += 1)
        values[row * width + at] = pixels[row * stride + at * 4 + 1] ?? 255;
    }
    return { width, height, values, scale };
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}
