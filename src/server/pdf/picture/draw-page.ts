import type { RenderedDocument, Size } from '#server/pdf/engine/rendered-document.ts';
import { drawDocument } from './draw-document.ts';
import { drawBoxes, type NumberedBox } from './draw-boxes.ts';
import { encodePalettePng } from './palette-png.ts';

export interface DrawPageRequest {
  readonly path: string;
  /** Counts from 1. */
  readonly page: number;
  /** In pixels. Pages with many colors are drawn smaller. */
  readonly width: number;
  readonly boxes: readonly NumberedBox[];
  /** Maximum size of the PNG. Default: what a model can be shown along with other pictures. */
  readonly mostBytes?: number;
}

/** A page as a PNG, with its size in pixels. */
export type PagePicture = Size & { readonly png: Uint8Array };

const WIDEST_PAGE = 1_200;
const MOST_PIXELS = 2_500_000;
const MOST_BYTES = 200_000;
/**
 * Scale relative to the requested width, and values per color channel. Tried in this order until the picture
 * is small enough.
 */
const ATTEMPTS = [
  { scale: 1, levels: 6 },
  { scale: 1, levels: 4 },
  { scale: 0.75, levels: 4 },
  { scale: 0.5, levels: 4 },
  { scale: 0.5, levels: 2 },
  { scale: 0.3, levels: 2 },
];
/** If a picture is too large by more than this factor, using fewer colors can't make it small enough. */
const HOPELESS = 3;
const PAGE_MS = 2_000;

/**
 * Draws a page with boxes on it. Returns null if the page doesn't exist, takes too long, or can't be made
 * small enough.
 */
export async function drawPage({ path, ...request }: DrawPageRequest): Promise<PagePicture | null> {
  return await drawDocument(path, (document) => drawSmallEnough(document, request));
}

function drawSmallEnough(
  document: RenderedDocument,
  { page, width, boxes, mostBytes = MOST_BYTES }: Omit<DrawPageRequest, 'path'>,
): PagePicture | null {
  const points = document.size(page - 1);
  if (points === null) return null;
  let bytesAtFullWidth = 0;
  for (const { scale, levels } of ATTEMPTS) {
    if (bytesAtFullWidth * scale ** 2 > mostBytes * HOPELESS) continue;
    const size = limitSize(points, Math.min(width, WIDEST_PAGE) * scale);
    const pixels = document.renderInColor(page - 1, 'form', size, PAGE_MS);
    if (pixels === null) return null;
    drawBoxes(pixels, boxes);
    const png = encodePalettePng(pixels, levels);
    if (png.length <= mostBytes) return { ...size, png };
    bytesAtFullWidth = png.length / scale ** 2;
  }
  return null;
}

function limitSize(points: Size, wanted: number): Size {
  const ratio = points.height / points.width;
  const width = Math.max(1, Math.round(Math.min(wanted, Math.sqrt(MOST_PIXELS / ratio))));
  return { width, height: Math.max(1, Math.min(Math.round(width * ratio), MOST_PIXELS)) };
}
