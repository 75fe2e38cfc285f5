import type { Point, Quad } from '../page/page-facts.ts';

/** A projection of the plane: the first eight of nine numbers, row by row. The last is 1. */
type Projection = readonly [number, number, number, number, number, number, number, number];

/** Returns the projection that takes the corners of the unit square to those of a quadrilateral. */
export function projectSquare([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): Projection {
  const [right, low] = [
    [x1 - x2, y1 - y2],
    [x3 - x2, y3 - y2],
  ] as const;
  const [along, down] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const area = right[0] * low[1] - low[0] * right[1];
  const g = (along * low[1] - low[0] * down) / area;
  const h = (right[0] * down - along * right[1]) / area;
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
}

/** Returns where a projection takes a point. */
export function projectPoint([a, b, c, d, e, f, g, h]: Projection, [x, y]: Point): Point {
  const depth = g * x + h * y + 1;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}
