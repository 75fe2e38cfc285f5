import type { GrayPage } from './gray-page.ts';

/** The side of the tiles in which the brightness of the paper is measured, in pixels. */
const TILE = 32;

/** The share of a tile that is brighter than its paper, and the darkest that paper can be. */
const BRIGHTER = 0.15;
const DARKEST = 40;

/** How bright paper becomes. */
const PAPER = 250;

/**
 * Makes the paper of a picture equally bright everywhere: gray paper, shadows and the uneven light of a photo
 * become white, and ink stays dark relative to the paper around it.
 */
export function normalizePaper(gray: GrayPage): GrayPage {
  const { width, height, values } = gray;
  const paper = smoothTiles(measurePaper(gray));
  const evened = new Uint8Array(values.length);
  const columns = Array.from({ length: width }, (_, at) => findTilesAround(at, paper.columns));
  for (let row = 0; row < height; row += 1) {
    const down = findTilesAround(row, paper.rows);
    const [above, below] = [down.first * paper.columns, down.second * paper.columns];
    for (let at = 0; at < width; at += 1) {
      const { first, second, share } = columns[at] ?? down;
      const bright =
        mix(paper.values[above + first], paper.values[above + second], share) * (1 - down.share) +
        mix(paper.values[below + first], paper.values[below + second], share) * down.share;
      evened[row * width + at] = Math.min(255, ((values[row * width + at] ?? 0) * PAPER) / bright);
    }
  }
  return { ...gray, values: evened };
}

type Tiles = { readonly columns: number; readonly rows: number; readonly values: Float32Array };

/** Measures the paper in each tile as a bright percentile of its pixels, of which every fourth is looked at. */
function measurePaper({ width, height, values }: GrayPage): Tiles {
  const columns = Math.ceil(width / TILE);
  const rows = Math.ceil(height / TILE);
  const paper = new Float32Array(columns * rows);
  const counts = new Uint32Array(256);
  for (let tile = 0; tile < paper.length; tile += 1) {
    const left = (tile % columns) * TILE;
    const top = Math.floor(tile / columns) * TILE;
    counts.fill(0);
    let count = 0;
    for (let row = top; row < Math.min(height, top + TILE); row += 2) {
      for (let at = left; at < Math.min(width, left + TILE); at += 2) {
        const value = values[row * width + at] ?? 0;
        counts[value] = (counts[value] ?? 0) + 1;
        count += 1;
      }
    }
    let bright = 255;
    for (let over = count * BRIGHTER; bright > 0; bright -= 1) {
      over -= counts[bright] ?? 0;
      if (over <= 0) break;
    }
    paper[tile] = bright;
  }
  return { columns, rows, values: paper };
}

/** A tile that is full of ink has no paper and takes that of its brightest neighbor. Then edges are smoothed. */
function smoothTiles(tiles: Tiles): Tiles {
  const grown = mapNeighborhoods(tiles, (around) => Math.max(...around));
  return mapNeighborhoods(grown, (around) =>
    Math.max(DARKEST, around.reduce((sum, value) => sum + value, 0) / around.length),
  );
}

function mapNeighborhoods(tiles: Tiles, map: (around: number[]) => number): Tiles {
  const { columns, rows } = tiles;
  const values = tiles.values.map((_, tile) => {
    const column = tile % columns;
    const row = Math.floor(tile / columns);
    const around: number[] = [];
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1) {
        around.push(tiles.values[y * columns + x] ?? 0);
      }
    }
    return map(around);
  });
  return { ...tiles, values };
}

/** Returns the two tiles between whose middles a pixel lies, and how far toward the second one. */
function findTilesAround(at: number, count: number): { first: number; second: number; share: number } {
  const place = Math.min(count - 1, Math.max(0, at / TILE - 0.5));
  const first = Math.floor(place);
  return { first, second: Math.min(count - 1, first + 1), share: place - first };
}

function mix(one = 0, other = 0, share: number): number {
  return one * (1 - share) + other * share;
}
