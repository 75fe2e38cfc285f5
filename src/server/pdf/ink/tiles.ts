import type { GrayPixels } from '#server/pdf/engine/rendered-document.ts';

/** Pixels on a side of a tile: 8 points at 36 pixels an inch. */
const TILE = 4;

/** Least contrast of a tile that must be kept: the standard deviation of its gray values. */
const LEAST_NEED = 8;

/** Share of the contrast below which a tile's ink is lost. */
const KEPT_SHARE = 0.4;

/** Returns the standard deviation of gray in each tile. It sees white on dark, too. */
export function tileContrasts({ width, height, values }: GrayPixels): Float32Array {
  const columns = Math.floor(width / TILE);
  const rows = Math.floor(height / TILE);
  const contrasts = new Float32Array(columns * rows);
  for (let tile = 0; tile < contrasts.length; tile += 1) {
    const corner = Math.floor(tile / columns) * TILE * width + (tile % columns) * TILE;
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
    contrasts[tile] = Math.sqrt(Math.max(0, squares / TILE ** 2 - mean * mean));
  }
  return contrasts;
}

/** How many tiles had ink, and how many of them lost it. */
export type TileCounts = { readonly inked: number; readonly lost: number };

/**
 * Counts the tiles that have ink in every picture of the original, and those of them that lost it in the copy. Ink that
 * only some pictures show belongs to annotations, which may have been drawn, removed, or have covered text.
 */
export function countTiles(original: readonly GrayPixels[], copy: GrayPixels): TileCounts {
  const contrasts = original.map(tileContrasts);
  const kept = tileContrasts(copy);
  const counts = { inked: 0, lost: 0 };
  kept.forEach((contrast, tile) => {
    const need = Math.min(...contrasts.map((one) => one[tile] ?? 0));
    if (need <= LEAST_NEED) return;
    counts.inked += 1;
    if (contrast < KEPT_SHARE * need) counts.lost += 1;
  });
  return counts;
}
