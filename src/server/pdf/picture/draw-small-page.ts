import { PICTURE_SCALE } from '#domain/document/page-picture.ts';
import type { ColorPixels, RenderedDocument } from '#server/pdf/engine/rendered-document.ts';
import { drawDocument } from './draw-document.ts';
import { encodePalettePng } from './palette-png.ts';

export interface DrawSmallRequest {
  readonly path: string;
  /** Counts from 1. */
  readonly smallPage: number;
}

/** Larger pages get no picture, because the picture wouldn't show how large they are. */
const MOST_PIXELS = 2_500_000;
/** What a slow network transfers in a second. */
const MOST_BYTES = 60_000;
/** Values per color channel, tried in this order until the picture is small enough. */
const LEVELS = [6, 4, 2];
const PAGE_MS = 2_000;

/** Draws a page at a phone's resolution. Returns null if it doesn't exist, or no picture is small enough. */
export async function drawSmallPage({ path, smallPage }: DrawSmallRequest): Promise<Uint8Array | null> {
  const pixels = await drawDocument(path, (document) => renderSmall(document, smallPage - 1));
  return pixels === null ? null : encodeSmallEnough(pixels);
}

function renderSmall(document: RenderedDocument, index: number): ColorPixels | null {
  const points = document.size(index);
  if (points === null) return null;
  const width = Math.max(1, Math.round(points.width * PICTURE_SCALE));
  const height = Math.max(1, Math.round(points.height * PICTURE_SCALE));
  if (width * height > MOST_PIXELS) return null;
  return document.renderInColor(index, 'form', { width, height }, PAGE_MS);
}

function encodeSmallEnough(pixels: ColorPixels): Uint8Array | null {
  for (const levels of LEVELS) {
    const png = encodePalettePng(pixels, levels);
    if (png.length <= MOST_BYTES) return png;
  }
  return null;
}
