import type { PageFacts } from './page-facts.ts';
import { Shades } from './shades.ts';

/** A straight edge that may be the side of a cell: its position across, and its extent along, in points. */
export type Edge = {
  at: number;
  from: number;
  to: number;
  /** Whether the edge is the side of a filled area that has no line. */
  readonly soft: boolean;
  readonly dashed: boolean;
};

/** Everything on a page that can bound a cell, sorted by position. */
export type Edges = { readonly horizontal: readonly Edge[]; readonly vertical: readonly Edge[] };

/** Lines of this luminance or above are invisible on paper. */
export const WHITE = 0.97;

/** Edges that are closer than this are one edge, in points. */
const SAME = 1.3;

/** Smaller rectangles are marks and have no edges. */
const LEAST_SIDE = 5;

/** Collects rules and the sides of rectangles as edges. */
export function collectEdges(page: PageFacts, shades = new Shades(page)): Edges {
  const horizontal: Edge[] = [];
  const vertical: Edge[] = [];
  for (const rule of page.rules) {
    const { orientation, x, y, width, height, luminance, dashed } = rule;
    const soft = luminance >= WHITE;
    if (soft && !shades.shows(rule, luminance)) continue;
    if (orientation === 'horizontal') {
      horizontal.push({ at: y + height / 2, from: x, to: x + width, soft, dashed });
    } else vertical.push({ at: x + width / 2, from: y, to: y + height, soft, dashed });
  }
  for (const { kind, x, y, width, height, stroke, fill } of page.shapes) {
    if (kind !== 'rectangle' || width < LEAST_SIDE || height < LEAST_SIDE) continue;
    if (stroke === null && fill === null) continue;
    if (width >= page.width * 0.99 && height >= page.height * 0.99) continue;
    const soft = stroke === null || stroke >= WHITE;
    const side = { soft, dashed: false };
    const [right, bottom] = [x + width, y + height];
    for (const at of [y, bottom]) {
      if (soft && !shades.differAcross(at, x, right)) continue;
      horizontal.push({ at, from: x, to: right, ...side });
    }
    for (const at of [x, right]) {
      if (soft && !shades.differBeside(at, y, bottom)) continue;
      vertical.push({ at, from: y, to: bottom, ...side });
    }
  }
  return { horizontal: joinEdges(horizontal), vertical: joinEdges(vertical) };
}

function joinEdges(edges: Edge[]): Edge[] {
  edges.sort((one, other) => one.at - other.at || one.from - other.from);
  const result: Edge[] = [];
  for (const edge of edges) {
    let home: Edge | null = null;
    for (let index = result.length - 1; index >= 0; index -= 1) {
      const candidate = result[index];
      if (candidate === undefined || edge.at - candidate.at > SAME) break;
      if (candidate.soft !== edge.soft && Math.abs(candidate.at - edge.at) > 0.6) continue;
      if (edge.from <= candidate.to + SAME && edge.to >= candidate.from - SAME) {
        // A soft edge doesn't extend a drawn one.
        if (
          candidate.soft === edge.soft ||
          (edge.from >= candidate.from - 1 && edge.to <= candidate.to + 1)
        ) {
          home = candidate;
          break;
        }
      }
    }
    if (home === null) result.push({ ...edge });
    else {
      home.from = Math.min(home.from, edge.from);
      home.to = Math.max(home.to, edge.to);
    }
  }
  return result.sort((one, other) => one.at - other.at);
}
