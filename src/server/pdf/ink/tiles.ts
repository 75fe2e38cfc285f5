import type { GrayPixels } from '#server/pdf/engine/rendered-document.ts';
import { TILE, toWords } from './pixels.ts';

/**
 * The least contrast of a tile that must be kept. Contrast is the standard deviation of the tile's gray
 * values.
 */
const LEAST_NEED = 8;

/** The share of the original contrast below which a tile's ink counts as lost. */
const KEPT_SHARE = 0.4;

/** How many tiles had ink, and how many of these lost it. A tile is 8 points wide at 36 pixels per inch. */
export type TileCounts = { readonly inked: number; readonly lost: number };

/**
 * Counts the tiles that have ink in every picture of the original, and how many of them lost it in the copy.
 * Ink that appears in only some of the pictures belongs to annotations. These may have been drawn, been
 * removed, or covered text.
 */
export function countTiles(original: readonly GrayPixels[], copy: GrayPixels): TileCounts {
  const contrasts = original.map(createContrastMeter);
  const kept = createContrastMeter(copy);
  const counts = { inked: 0, lost: 0 };
  for (let row = 0; row < copy.height; row += TILE) {
    for (let column = 0; column < copy.width; column += TILE) {
      const at = row * copy.width + column;
      let need = Infinity;
      for (const contrast of contrasts) if (need > LEAST_NEED) need = Math.min(need, contrast(at));
      if (need <= LEAST_NEED) continue;
      counts.inked += 1;
      if (kept(at) < KEPT_SHARE * need) counts.lost += 1;
    }
  }
  return counts;
}

/**
 * Returns a function that measures the contrast (the standard deviation of the gray values) of the tile with
 * a corner at a given pixel. White on dark is recognized, too.
 */
export function createContrastMeter(picture: GrayPixels): (corner: number) => number {
  const { width, values } = picture;
  const words = toWords(picture);
  const step = width / TILE;
  return (corner) => {
    const at = corner / TILE;
    const first = words[at] ?? 0;
    const isFlat =
      first === words[at + step] && first === words[at + 2 * step] && first === words[at + 3 * step];
    // Each row has the same four pixels, and all four are equal.
    if (isFlat && first === ((first & 0xff) * 0x01010101) >>> 0) return 0;
    let sum = 0;
    let squares = 0;
    for (let y = 0; y < TILE; y += 1) {
      for (let x = 0; x < TILE; x += 1) {
        const value = values[corner + y * width + x] ?? 0;
        sum += value;
        squares += value * value;
      }
    }
    const mean = sum / TILE ** 2;
    return Math.sqrt(Math.max(0, squares / TILE ** 2 - mean * mean));
  };
}
