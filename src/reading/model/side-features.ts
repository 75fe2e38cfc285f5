import { type Edge, WHITE } from '#reading/page/edges.ts';
import type { Layout } from '#reading/candidates/find-candidates.ts';
import type { PageBox } from '#reading/page/page-facts.ts';

/** Returns how much of each side is drawn, and the distances to the next lines above and below. */
export function computeSideFeatures(box: PageBox, { edges, page }: Pick<Layout, 'edges' | 'page'>): number[] {
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  let [top, low, left, end] = [0, 0, 0, 0];
  let above = 99;
  let below = 99;
  let lowEdge: Edge | null = null;
  for (const edge of edges.horizontal) {
    const shared = Math.min(edge.to, right) - Math.max(edge.from, box.x);
    if (shared <= 0) continue;
    if (Math.abs(edge.at - box.y) < 2.2) top = Math.max(top, shared / box.width);
    if (Math.abs(edge.at - bottom) < 2.2) {
      if (shared / box.width > low) lowEdge = edge;
      low = Math.max(low, shared / box.width);
    }
    if (shared < box.width * 0.5) continue;
    if (edge.at < box.y - 2) above = Math.min(above, box.y - edge.at);
    if (edge.at > bottom + 2) below = Math.min(below, edge.at - bottom);
  }
  for (const edge of edges.vertical) {
    const shared = Math.min(edge.to, bottom) - Math.max(edge.from, box.y);
    if (shared <= 0) continue;
    if (Math.abs(edge.at - box.x) < 2.2) left = Math.max(left, shared / box.height);
    if (Math.abs(edge.at - right) < 2.2) end = Math.max(end, shared / box.height);
  }
  const length = lowEdge === null ? 0 : (lowEdge.to - lowEdge.from) / page.width;
  return [
    top,
    low,
    left,
    end,
    above,
    below,
    length,
    lowEdge === null ? 0 : box.width / (lowEdge.to - lowEdge.from),
  ];
}

/**
 * Returns the shade under the box, whether that shade belongs to the shape itself, and how dark the
 * surroundings are.
 */
export function fillFeatures(box: PageBox, { page }: Pick<Layout, 'page'>): number[] {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  let shade = 1;
  let own = 0;
  let under = 1;
  let stroked = 0;
  for (const shape of page.shapes) {
    if (x < shape.x || x > shape.x + shape.width || y < shape.y || y > shape.y + shape.height) continue;
    const ratio = (box.width * box.height) / (shape.width * shape.height);
    if (shape.fill !== null) {
      under = shade;
      shade = shape.fill;
      own = ratio;
    }
    if (shape.stroke !== null && shape.stroke < WHITE) stroked = Math.max(stroked, ratio);
  }
  return [shade, own, under, stroked];
}
