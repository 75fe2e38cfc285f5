import type { GrayPage } from './gray-page.ts';

/** Points that lie on lines of text, in any unit; `span` is more than any of them is away from the origin. */
type InkPoints = { readonly xs: Float32Array; readonly ys: Float32Array; readonly span: number };

/** The largest angle that is looked for, in degrees, and the steps in which it's looked for. */
const MOST = 12;
const COARSE = 0.5;
const FINER = [0.1, 0.02];

/** A picture with less ink has no lines of text. */
const LEAST_POINTS = 300;

/** Angles that are smaller make no difference, in degrees. */
const STRAIGHT = 0.08;

/** How much sharper the lines of a tilted page must be at its angle than on average over all angles. */
const SHARPER = 1.15;

/**
 * Returns the angle by which the lines of text in a picture are turned clockwise, in degrees; 0 if it has
 * none. At the right angle, rows of ink and rows of paper are told apart best (Postl's projection profile).
 */
export function measureSkew(gray: GrayPage): number {
  const points = sampleInk(gray);
  if (points.xs.length < LEAST_POINTS) return 0;
  let best = 0;
  let sharpest = -1;
  let sum = 0;
  let count = 0;
  const consider = (degrees: number): number => {
    const sharpness = measureSharpness(points, degrees);
    if (sharpness > sharpest) [sharpest, best] = [sharpness, degrees];
    return sharpness;
  };
  for (let degrees = -MOST; degrees <= MOST; degrees += COARSE) {
    sum += consider(degrees);
    count += 1;
  }
  // The best angle is beyond those that are looked for.
  if (Math.abs(best) >= MOST || sharpest < (sum / count) * SHARPER) return 0;
  for (const step of FINER) {
    const middle = best;
    for (let at = -6; at <= 6; at += 1) consider(middle + at * step);
  }
  return Math.abs(best) < STRAIGHT ? 0 : best;
}

/** The angles at which lines of text are looked for across a page and down a page, in degrees. */
const MOST_EITHER_WAY = 8;

/** Whether lines of text run down a page rather than across it: the page lies on its side. */
export function isOnItsSide(gray: GrayPage): boolean {
  const across = sampleInk(gray);
  const down = { xs: across.ys, ys: across.xs, span: across.span };
  const measureSharpest = (points: InkPoints): number => {
    let sharpest = 0;
    for (let degrees = -MOST_EITHER_WAY; degrees <= MOST_EITHER_WAY; degrees += COARSE)
      sharpest = Math.max(sharpest, measureSharpness(points, degrees));
    return sharpest;
  };
  return measureSharpest(down) > measureSharpest(across);
}

/** Measures how sharply rows are told apart if the points are turned back by an angle. */
export function measureSharpness({ xs, ys, span }: InkPoints, degrees: number): number {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const rows = new Uint32Array(2 * span + 4);
  for (let at = 0; at < xs.length; at += 1) {
    const row = Math.round((ys[at] ?? 0) * cos - (xs[at] ?? 0) * sin) + span;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  let sharpness = 0;
  for (let row = 1; row < rows.length; row += 1) {
    const difference = (rows[row] ?? 0) - (rows[row - 1] ?? 0);
    sharpness += difference * difference;
  }
  return sharpness;
}

/** The raster on which ink is sampled, per inch, and the most samples. The limit keeps noise from taking long. */
const RASTER = 100;
const MOST_POINTS = 60_000;

/** Pixels that are darker than this are ink, on paper that was made white. */
const INK = 150;

/** The margin in which ink is the edge of a sheet rather than text, as a share of the page. */
const MARGIN = 0.03;

function sampleInk({ width, height, values, scale }: GrayPage): InkPoints {
  const step = Math.max(1, Math.round((scale * 72) / RASTER));
  const left = Math.round(width * MARGIN);
  const top = Math.round(height * MARGIN);
  const points: [number, number][] = [];
  for (let y = top; y + step <= height - top; y += step) {
    for (let x = left; x + step <= width - left; x += step) {
      let darkest = 255;
      for (let row = y; row < y + step; row += 1) {
        for (let at = x; at < x + step; at += 1) darkest = Math.min(darkest, values[row * width + at] ?? 255);
      }
      if (darkest < INK) points.push([x / step, y / step]);
    }
  }
  const kept = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const sample = points.filter((_, at) => at % kept === 0);
  return {
    xs: Float32Array.from(sample, ([x]) => x),
    ys: Float32Array.from(sample, ([, y]) => y),
    span: Math.ceil(Math.hypot(width, height) / step),
  };
}
