import type { GrayPixels, Size } from '#server/pdf/engine/rendered-document.ts';

/** The number of pixels in a word, which is also the number on a side of a tile. */
export const TILE = 4;

export type Resolution = {
  /** Pixels per point. */
  readonly scale: number;
  /** Pages smaller than this are enlarged, and larger ones are reduced. */
  readonly leastSide: number;
  readonly mostPixels: number;
};

/** Returns the size at which to render a page, in whole tiles. */
export function computePixelSize(
  { width, height }: Size,
  { scale, leastSide, mostPixels }: Resolution,
): Size {
  const wanted = Math.max(scale, leastSide / Math.max(width, height, 1));
  const allowed = Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, width * height)));
  const roundToTiles = (length: number) => Math.max(1, Math.round((length * allowed) / TILE)) * TILE;
  return { width: roundToTiles(width), height: roundToTiles(height) };
}

/** Packs a picture into words of four pixels, which makes comparing blank areas four times as fast. */
export function toWords({ values }: GrayPixels): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length / TILE);
}
