/** Position of the pen in CSS pixels of the pad, and its time in milliseconds. */
export type PenPoint = { readonly x: number; readonly y: number; readonly at: number };
export type Stroke = readonly PenPoint[];
export type Bounds = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A quadratic curve with a single width, in CSS pixels. */
export type InkPiece = {
  readonly from: { readonly x: number; readonly y: number };
  readonly control: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
  readonly width: number;
};

const SLOW_WIDTH = 3.4;
const FAST_WIDTH = 1.4;
/** Speed in pixels per millisecond at which the line is thinnest. */
const FULL_SPEED = 2.2;
/** The share of a new width that is applied at each point, so that the width changes smoothly. */
const WIDTH_INERTIA = 0.35;

/**
 * Smooths a stroke into curves through the midpoints of its points, thinner where the pen was fast. A tap
 * gives a dot.
 */
export function smoothStroke(stroke: Stroke): InkPiece[] {
  const [first] = stroke;
  if (first === undefined) return [];
  if (stroke.length === 1)
    return [{ from: first, control: first, to: { x: first.x + 0.01, y: first.y }, width: SLOW_WIDTH }];
  const pieces: InkPiece[] = [];
  let previous = first;
  let from: { x: number; y: number } = first;
  let width = SLOW_WIDTH;
  for (const point of stroke.slice(1)) {
    const to = { x: (previous.x + point.x) / 2, y: (previous.y + point.y) / 2 };
    width += (computeWidth(previous, point) - width) * WIDTH_INERTIA;
    pieces.push({ from, control: previous, to, width });
    from = to;
    previous = point;
  }
  pieces.push({ from, control: previous, to: previous, width });
  return pieces;
}

/** Returns the bounding box of all strokes, including their width, or null if nothing was drawn. */
export function getStrokeBounds(strokes: readonly Stroke[]): Bounds | null {
  const points = strokes.flat();
  if (points.length === 0) return null;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs) - SLOW_WIDTH, Math.min(...ys) - SLOW_WIDTH];
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + SLOW_WIDTH - left,
    height: Math.max(...ys) + SLOW_WIDTH - top,
  };
}

function computeWidth(one: PenPoint, other: PenPoint): number {
  const elapsed = Math.max(1, other.at - one.at);
  const speed = Math.hypot(other.x - one.x, other.y - one.y) / elapsed;
  return SLOW_WIDTH - (SLOW_WIDTH - FAST_WIDTH) * Math.min(1, speed / FULL_SPEED);
}
