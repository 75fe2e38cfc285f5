import type { Edge, Edges } from './edges.ts';
import type { PageBox } from './page-facts.ts';

/**
 * The area above a horizontal edge that lies between vertical edges and extends up to the next horizontal
 * edge.
 */
export type Region = PageBox & {
  /**
   * The drawn sides. If the region is open at the top, it ends at the top of the page or of its other bound.
   */
  readonly sides: { readonly left: boolean; readonly right: boolean; readonly top: boolean };
  /** Whether one of the drawn sides is only the end of a filled area. */
  readonly soft: boolean;
  readonly dashed: boolean;
  /** The region's position among the pieces of its row, and the number of these pieces. */
  readonly piece: number;
  readonly pieces: number;
};

/** The smallest size of a region, in points. */
const LEAST_WIDTH = 5;
const LEAST_HEIGHT = 5;

/** How far a vertical edge must extend above the horizontal edge below it, in points. */
const STAND = 3;

/** Finds the regions above the horizontal edges of a page. */
export function findRegions(edges: Edges): Region[] {
  return edges.horizontal.flatMap((bottom) => findPiecesAbove(bottom, edges));
}

type Break = { readonly at: number; readonly edge: Edge | null };

function findPiecesAbove(bottom: Edge, { horizontal, vertical }: Edges): Region[] {
  const breaks = findBreaks(bottom, vertical);
  const regions: Region[] = [];
  const above = horizontal.filter(({ at }) => at < bottom.at - LEAST_HEIGHT).reverse();
  for (let index = 1; index < breaks.length; index += 1) {
    const left = breaks[index - 1];
    const right = breaks[index];
    if (left === undefined || right === undefined) continue;
    const width = right.at - left.at;
    if (width < LEAST_WIDTH) continue;
    const top = above.find((edge) => getSharedLength(edge, left.at, right.at) >= width * 0.55);
    const y = top?.at ?? 0;
    regions.push({
      x: left.at,
      y,
      width,
      height: bottom.at - y,
      sides: {
        left: reaches(left.edge, y, bottom.at),
        right: reaches(right.edge, y, bottom.at),
        top: top !== undefined,
      },
      soft: bottom.soft || (top?.soft ?? false) || (left.edge?.soft ?? false) || (right.edge?.soft ?? false),
      dashed: bottom.dashed,
      piece: index - 1,
      pieces: breaks.length - 1,
    });
  }
  return regions;
}

function findBreaks(bottom: Edge, vertical: readonly Edge[]): Break[] {
  const standing = vertical.filter(
    ({ at, from, to }) =>
      from < bottom.at - STAND && to >= bottom.at - 2 && at > bottom.from - 2 && at < bottom.to + 2,
  );
  const breaks: Break[] = standing.map((edge) => ({ at: edge.at, edge }));
  if (!breaks.some(({ at }) => Math.abs(at - bottom.from) < 3)) breaks.push({ at: bottom.from, edge: null });
  if (!breaks.some(({ at }) => Math.abs(at - bottom.to) < 3)) breaks.push({ at: bottom.to, edge: null });
  breaks.sort((one, other) => one.at - other.at);
  return breaks.filter(({ at }, index) => index === 0 || at - (breaks[index - 1]?.at ?? 0) >= 1.8);
}

function reaches(edge: Edge | null, top: number, bottom: number): boolean {
  if (edge === null) return false;
  return Math.min(edge.to, bottom) - Math.max(edge.from, top) >= (bottom - top) * 0.7;
}

function getSharedLength(edge: Edge, from: number, to: number): number {
  return Math.min(edge.to, to) - Math.max(edge.from, from);
}
