import type { PageBox, Rule, Shape } from '#reading/page/page-facts.ts';
import type { GrayPage } from './gray-page.ts';

/** Pixels that are darker than this are ink. */
const INK = 150;

/** The shortest lines that aren't parts of letters, in points, for horizontal and vertical lines. */
const LEAST_ACROSS = 20;
const LEAST_DOWN = 14;

/**
 * The thickest line and the widest gap in a line, in points. In a skewed scan, a line spreads over more rows.
 */
const THICKEST = 2.6;
const GAP = 1.2;
const ASKEW = 5;

/** The smallest and the largest side of a tick box, in points. */
const LEAST_TICK = 6;
const MOST_TICK = 16;

/** Finds the straight lines and small boxes in the image of a page, in points. */
export function findRasterLines(gray: GrayPage): { rules: Rule[]; shapes: Shape[] } {
  const across = findRuns(gray, false);
  const down = findRuns(gray, true);
  const rules = [
    ...joinIntoLines(across, gray.scale, LEAST_ACROSS).map((box) => toRule(box, 'horizontal')),
    ...joinIntoLines(down, gray.scale, LEAST_DOWN).map(({ x, y, width, height }) =>
      toRule({ x: y, y: x, width: height, height: width }, 'vertical'),
    ),
  ];
  return { rules, shapes: findTicks(gray, across) };
}

/** A stretch of ink: its row and its first and last pixel. For vertical lines, the rows are columns. */
type Run = { readonly row: number; readonly from: number; readonly to: number };

function findRuns({ width, height, values, scale }: GrayPage, sideways: boolean): Run[] {
  const rows = sideways ? width : height;
  const length = sideways ? height : width;
  const step = sideways ? width : 1;
  const least = LEAST_TICK * scale;
  const gap = Math.max(1, Math.round(GAP * scale * 0.5));
  const runs: Run[] = [];
  for (let row = 0; row < rows; row += 1) {
    const start = sideways ? row : row * width;
    let from = -1;
    let last = -gap - 2;
    for (let at = 0; at < length; at += 1) {
      if ((values[start + at * step] ?? 255) >= INK) continue;
      if (at - last > gap + 1) {
        if (from >= 0 && last - from >= least) runs.push({ row, from, to: last });
        from = at;
      }
      last = at;
    }
    if (from >= 0 && last - from >= least) runs.push({ row, from, to: last });
  }
  return runs;
}

/** Joins runs of adjacent rows into lines. Anything thicker than a line is an image or a shaded area. */
function joinIntoLines(runs: readonly Run[], scale: number, least: number): PageBox[] {
  const open: { first: number; last: number; from: number; to: number; ink: number }[] = [];
  const done: typeof open = [];
  for (const run of runs) {
    for (let index = open.length - 1; index >= 0; index -= 1) {
      const line = open[index];
      if (line !== undefined && line.last < run.row - 1) done.push(...open.splice(index, 1));
    }
    const line = open.find(({ from, to }) => run.from <= to + GAP * scale && run.to >= from - GAP * scale);
    if (line === undefined) {
      open.push({ first: run.row, last: run.row, from: run.from, to: run.to, ink: run.to - run.from + 1 });
      continue;
    }
    line.last = run.row;
    line.from = Math.min(line.from, run.from);
    line.to = Math.max(line.to, run.to);
    line.ink += run.to - run.from + 1;
  }
  done.push(...open);
  return done
    .filter(({ first, last, from, to, ink }) => {
      const length = to - from + 1;
      return length >= least * scale && ink / length <= THICKEST * scale && last - first + 1 <= ASKEW * scale;
    })
    .map(({ first, last, from, to }) => ({
      x: from / scale,
      y: first / scale,
      width: (to - from + 1) / scale,
      height: (last - first + 1) / scale,
    }));
}

function toRule(box: PageBox, orientation: Rule['orientation']): Rule {
  return { ...box, orientation, luminance: 0, dashed: false };
}

/**
 * Finds boxes: two equal runs, one above the other, that are joined at both ends and have nothing in between.
 */
function findTicks(gray: GrayPage, runs: readonly Run[]): Shape[] {
  const { scale } = gray;
  const sides = runs.filter(({ from, to }) => to - from <= MOST_TICK * scale);
  const found: Shape[] = [];
  for (const [index, top] of sides.entries()) {
    const length = top.to - top.from;
    for (let at = index + 1; at < sides.length; at += 1) {
      const low = sides[at];
      if (low === undefined || low.row - top.row > length * 1.3) break;
      if (low.row - top.row < length * 0.75) continue;
      if (Math.abs(low.from - top.from) > scale || Math.abs(low.to - top.to) > scale) continue;
      if (!isHollow(gray, top, low)) continue;
      const box = {
        x: top.from / scale,
        y: top.row / scale,
        width: (length + 1) / scale,
        height: (low.row - top.row + 1) / scale,
      };
      if (found.some((other) => Math.abs(other.x - box.x) < 3 && Math.abs(other.y - box.y) < 3)) continue;
      found.push({ ...box, kind: 'rectangle', stroke: 0, fill: null });
    }
  }
  return found;
}

function isHollow({ width, values, scale }: GrayPage, top: Run, low: Run): boolean {
  const reach = Math.max(1, Math.round(scale));
  let [left, right, inside, rows] = [0, 0, 0, 0];
  for (let row = top.row + reach; row < low.row - reach; row += 1) {
    rows += 1;
    const isInk = (at: number) => (values[row * width + at] ?? 255) < INK;
    const isInkNear = (at: number) =>
      Array.from({ length: 2 * reach + 1 }, (_, step) => at - reach + step).some(isInk);
    if (isInkNear(top.from)) left += 1;
    if (isInkNear(top.to)) right += 1;
    for (let at = top.from + 2 * reach; at <= top.to - 2 * reach; at += 1) if (isInk(at)) inside += 1;
  }
  const area = rows * Math.max(1, top.to - top.from - 4 * reach);
  return rows > 0 && left >= rows * 0.85 && right >= rows * 0.85 && inside <= area * 0.06;
}
