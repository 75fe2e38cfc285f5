import type { RenderedDocument, Size } from '#server/pdf/engine/rendered-document.ts';
import { drawDocument } from './draw-document.ts';
import { drawBoxes, type NumberedBox } from './draw-boxes.ts';
import { encodePalettePng } from './palette-png.ts';

export interface DrawPageRequest {
  readonly path: string;
  /** From 1. */
  readonly page: number;
  /** In pixels. Pages of many colors become smaller. */
  readonly width: number;
  readonly boxes: readonly NumberedBox[];
  /** Of the PNG. Default: what a model can be shown at once beside others. */
  readonly mostBytes?: number;
}

/** A page as a PNG, with its size in pixels. */
export type PagePicture = Size & { readonly png: Uint8Array };

const WIDEST_PAGE = 1_200;
const MOST_PIXELS = 2_500_000;
const MOST_BYTES = 200_000;
/** Of the width that was asked for, and values per color channel, until the picture is small enough. */
const ATTEMPTS = [
  { scale: 1, levels: 6 },
  { scale: 1, levels: 4 },
  { scale: 0.75, levels: 4 },
  { scale: 0.5, levels: 4 },
  { scale: 0.5, levels: 2 },
  { scale: 0.3, levels: 2 },
];
/** How many times too large a picture is for fewer colors to be enough. */
const HOPELESS = 3;
const PAGE_MS = 2_000;

/** Draws a page with boxes on it; null if there is no such page, or it can't be drawn in time or small enough. */
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
