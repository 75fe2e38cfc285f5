import { PICTURE_SCALE } from '#domain/document/page-picture.ts';
import type { ColorPixels, RenderedDocument } from '#server/pdf/engine/rendered-document.ts';
import { drawDocument } from './draw-document.ts';
import { encodePalettePng } from './palette-png.ts';

export interface DrawRequest {
  /** Path of the prepared PDF. */
  readonly path: string;
}

/** Larger pages get no picture, because the picture wouldn't show how large they are. */
const MOST_PIXELS = 2_500_000;
/** What a slow network transfers in a second. */
const MOST_BYTES = 60_000;
/** Values per color channel, tried in this order until the picture is small enough. */
const LEVELS = [6, 4, 2];
const PAGE_MS = 2_000;

/** Draws the first page of a document at a phone's resolution. Returns null if no picture is small enough. */
export async function drawFirstPage({ path }: DrawRequest): Promise<Uint8Array | null> {
  const pixels = await drawDocument(path, renderFirstPage);
  return pixels === null ? null : encodeSmallEnough(pixels);
}

function renderFirstPage(document: RenderedDocument): ColorPixels | null {
  const points = document.size(0);
  if (points === null) return null;
  const width = Math.max(1, Math.round(points.width * PICTURE_SCALE));
  const height = Math.max(1, Math.round(points.height * PICTURE_SCALE));
  if (width * height > MOST_PIXELS) return null;
  return document.renderInColor(0, 'form', { width, height }, PAGE_MS);
}

function encodeSmallEnough(pixels: ColorPixels): Uint8Array | null {
  for (const levels of LEVELS) {
    const png = encodePalettePng(pixels, levels);
    if (png.length <= MOST_BYTES) return png;
  }
  return null;
}
