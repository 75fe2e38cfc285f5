import type { Point, Quad } from '../page/page-facts.ts';
import type { GrayPage } from './gray-page.ts';
import { projectPoint, projectSquare } from './projection.ts';
import { computeMedian } from './raster-words.ts';

/** A straight edge: `slope` pixels across for each pixel along it, from `start`. */
type Edge = { readonly slope: number; readonly start: number };

/** The picture as cells, as many as this along its longer side. */
const CELLS = 220;
const LEAST_CELL = 4;

/** Paper covers more than this share of a photo, and something else shows at its edges. */
const LEAST_LIT = 0.25;
const MOST_LIT = 0.985;

/** The least share of a row or column that paper covers in one piece, and the rows and columns looked at. */
const LEAST_RUN = 0.4;
const FIRST = 0.1;
const LAST = 0.9;

/** An edge needs this many places, of which at most this share may lie farther off than `near`. */
const LEAST_PLACES = 30;
const MOST_OFF = 0.35;
const NEAR_CELLS = 2;
const NEAR_PIXELS = 2.5;

/** How far apart edges are measured in pixels, over how many pixels, and how clear a step from dark to light is. */
const STRIDE = 6;
const DEPTH = 4;
const LEAST_STEP = 60;
const LEAST_CLEAR_SHARE = 0.4;

/** How many edges must be clear to see. The others may be the picture's own. */
const LEAST_CLEAR = 2;

/** Corners may lie beyond the picture by this share of its size. */
const BEYOND = 0.1;

/**
 * Finds the sheet of paper in a photo: a bright quadrilateral on something darker. Returns its corners as
 * fractions of the picture; null if the paper fills the picture, or no four edges can be made out.
 */
export function findSheet(gray: GrayPage): Quad | null {
  const cells = toCells(gray);
  const edges = findEdges(cells);
  if (edges === null) return null;
  const { width, height } = gray;
  const refine = (name: keyof Edges, inward: 1 | -1) =>
    refineEdge(gray, edges[name], { step: cells.step, isDown: name === 'left' || name === 'right', inward });
  const [left, right] = [refine('left', 1), refine('right', -1)];
  const [top, low] = [refine('top', 1), refine('low', -1)];
  if (left === null || right === null || top === null || low === null) return null;
  // A dark margin or bar at one side of a scan is no table.
  if ([left, right, top, low].filter(({ isClear }) => isClear).length < LEAST_CLEAR) return null;
  const cross = (down: Edge, across: Edge): Point => {
    const x = (down.slope * across.start + down.start) / (1 - down.slope * across.slope);
    return [x / width, (across.slope * x + across.start) / height];
  };
  const corners: Quad = [cross(left, top), cross(right, top), cross(right, low), cross(left, low)];
  const isNear = (place: number) => place > -BEYOND && place < 1 + BEYOND;
  return corners.every(([x, y]) => isNear(x) && isNear(y)) ? corners : null;
}

type Cells = {
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly isLit: (column: number, row: number) => boolean;
  readonly lit: number;
};

/** Divides a picture into cells that are paper or not. Text doesn't darken a cell: its brightest pixel counts. */
function toCells({ width, height, values }: GrayPage): Cells {
  const step = Math.max(LEAST_CELL, Math.round(Math.max(width, height) / CELLS));
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const brightest = new Uint8Array(columns * rows);
  for (let cell = 0; cell < brightest.length; cell += 1) {
    const corner = Math.floor(cell / columns) * step * width + (cell % columns) * step;
    let bright = 0;
    for (let down = 0; down < step; down += 2)
      for (let along = 0; along < step; along += 2)
        bright = Math.max(bright, values[corner + down * width + along] ?? 0);
    brightest[cell] = bright;
  }
  const limit = separateBrightness(brightest);
  const isLit = (column: number, row: number) => (brightest[row * columns + column] ?? 0) > limit;
  return { step, columns, rows, isLit, lit: brightest.filter((value) => value > limit).length };
}

/** Returns the value that separates dark from bright ones best (Otsu's method). */
function separateBrightness(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  let all = 0;
  for (const value of values) {
    counts[value] = (counts[value] ?? 0) + 1;
    all += value;
  }
  let [below, sum, best, limit] = [0, 0, 0, 128];
  for (let value = 0; value < 256; value += 1) {
    const count = counts[value] ?? 0;
    below += count;
    sum += value * count;
    const above = values.length - below;
    if (below === 0 || above === 0) continue;
    const contrast = below * above * (sum / below - (all - sum) / above) ** 2;
    if (contrast > best) [best, limit] = [contrast, value];
  }
  return limit;
}

type Edges = Readonly<Record<'left' | 'right' | 'top' | 'low', Edge>>;

function findEdges({ columns, rows, isLit, lit }: Cells): Edges | null {
  const count = columns * rows;
  if (lit > MOST_LIT * count || lit < LEAST_LIT * count) return null;
  const across = findEnds(rows, columns, (along, at) => isLit(at, along));
  const down = findEnds(columns, rows, isLit);
  const [left, right] = [fitEdge(across.first, NEAR_CELLS), fitEdge(across.last, NEAR_CELLS)];
  const [top, low] = [fitEdge(down.first, NEAR_CELLS), fitEdge(down.last, NEAR_CELLS)];
  return left === null || right === null || top === null || low === null ? null : { left, right, top, low };
}

/** Finds where paper begins and ends in each row or column. */
function findEnds(
  count: number,
  length: number,
  isLit: (along: number, at: number) => boolean,
): { first: Point[]; last: Point[] } {
  const first: Point[] = [];
  const last: Point[] = [];
  for (let along = Math.floor(count * FIRST); along < count * LAST; along += 1) {
    let [from, longest, start] = [-1, 0, 0];
    for (let at = 0; at <= length; at += 1) {
      if (at < length && isLit(along, at)) {
        if (from < 0) from = at;
      } else if (from >= 0) {
        if (at - from > longest) [longest, start] = [at - from, from];
        from = -1;
      }
    }
    if (longest <= length * LEAST_RUN) continue;
    first.push([along, start]);
    last.push([along, start + longest]);
  }
  return { first, last };
}

/** Fits a line to places along an edge, of which some may be wrong; null if too many are. */
function fitEdge(places: readonly Point[], near: number): Edge | null {
  if (places.length < LEAST_PLACES) return null;
  const half = Math.floor(places.length / 2);
  const slope = computeMedian(
    places.slice(0, half).flatMap(([along, at], index) => {
      const other = places[index + half];
      return other === undefined ? [] : [(other[1] - at) / (other[0] - along)];
    }),
  );
  const start = computeMedian(places.map(([along, at]) => at - slope * along));
  const off = places.filter(([along, at]) => Math.abs(at - slope * along - start) > near).length;
  return off > places.length * MOST_OFF ? null : { slope, start };
}

type Side = { readonly step: number; readonly isDown: boolean; readonly inward: 1 | -1 };

/**
 * Looks again for an edge that was found in cells, now pixel by pixel: the clearest step from dark to light.
 * Corners that are a few pixels off would bend the lines of text, so an edge that isn't clear is none, unless
 * the paper reaches the edge of the picture there.
 */
function refineEdge(
  { width, height, values }: GrayPage,
  rough: Edge,
  { step, isDown, inward }: Side,
): (Edge & { readonly isClear: boolean }) | null {
  const [length, breadth] = isDown ? [height, width] : [width, height];
  const readPixel = (along: number, at: number) =>
    values[isDown ? along * width + at : at * width + along] ?? 0;
  const places: Point[] = [];
  for (let along = Math.round(length * 0.08); along < length * 0.92; along += STRIDE) {
    const middle = (rough.slope * (along / step) + rough.start) * step;
    let [clearest, found] = [LEAST_STEP, -1];
    for (let off = -2 * step; off <= 2 * step; off += 1) {
      const at = Math.round(middle + off);
      if (at < DEPTH || at >= breadth - DEPTH) continue;
      let contrast = 0;
      for (let depth = 1; depth <= DEPTH; depth += 1)
        contrast += readPixel(along, at + inward * depth) - readPixel(along, at - inward * depth);
      if (contrast > clearest) [clearest, found] = [contrast, at];
    }
    if (found >= 0) places.push([along, found]);
  }
  const edge = fitEdge(places, NEAR_PIXELS);
  if (edge !== null && places.length >= (length / STRIDE) * LEAST_CLEAR_SHARE)
    return { ...edge, isClear: true };
  const border = inward === 1 ? 0 : breadth;
  const isAtBorder = [0, length].every(
    (along) => Math.abs((rough.slope * (along / step) + rough.start) * step - border) <= 3 * step,
  );
  return isAtBorder ? { slope: 0, start: border, isClear: false } : null;
}

/** The proportions of common sheets: A4 and letter, upright and sideways. */
const PROPORTIONS = [Math.SQRT2, 11 / 8.5, Math.SQRT1_2, 8.5 / 11];
const SAME_PROPORTION = 0.08;

/** Cuts a sheet out of a photo and flattens it. The result has about as many pixels as the photo. */
export function flattenSheet(gray: GrayPage, sheet: Quad): GrayPage {
  const [width, height] = measureSheet(gray, sheet);
  const projection = projectSquare(sheet);
  const values = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let at = 0; at < width; at += 1) {
      const [x, y] = projectPoint(projection, [(at + 0.5) / width, (row + 0.5) / height]);
      values[row * width + at] = samplePoint(gray, x * gray.width - 0.5, y * gray.height - 0.5);
    }
  }
  return { ...gray, width, height, values };
}

/** The size of a flat sheet in pixels. Its sides are foreshortened in a photo, so common proportions come first. */
function measureSheet({ width, height }: GrayPage, [a, b, c, d]: Quad): [number, number] {
  const measure = (one: Point, other: Point) =>
    Math.hypot((one[0] - other[0]) * width, (one[1] - other[1]) * height);
  const measured = (measure(a, d) + measure(b, c)) / (measure(a, b) + measure(d, c));
  const measureDifference = (other: number) => Math.abs(measured / other - 1);
  const [nearest = measured] = [height / width, ...PROPORTIONS].sort(
    (one, other) => measureDifference(one) - measureDifference(other),
  );
  const proportion = measureDifference(nearest) < SAME_PROPORTION ? nearest : measured;
  const across = Math.sqrt((width * height) / proportion);
  return [Math.round(across), Math.round(across * proportion)];
}

/** The gray value between pixels; beyond the edges, that of the nearest pixel. */
function samplePoint({ width, height, values }: GrayPage, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y)));
  const [right, low] = [Math.min(1, Math.max(0, x - left)), Math.min(1, Math.max(0, y - top))];
  const corner = top * width + left;
  const above = (values[corner] ?? 0) * (1 - right) + (values[corner + 1] ?? 0) * right;
  const below = (values[corner + width] ?? 0) * (1 - right) + (values[corner + width + 1] ?? 0) * right;
  return above * (1 - low) + below * low + 0.5;
}
