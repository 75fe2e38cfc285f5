import type { PageBox, Rule, Shape } from '#reading/page/page-facts.ts';
import type { Outline } from './path-outlines.ts';

/**
 * Luminances of the fill and the stroke (0 black, 1 white, or null for none), and the line width in points.
 */
export type Paint = {
  readonly fill: number | null;
  readonly stroke: number | null;
  readonly lineWidth: number;
  readonly dashed: boolean;
};

/**
 * Filled rectangles up to this thickness, in points, are rules. Their length must be at least this multiple
 * of their thickness.
 */
const THICKEST_RULE = 2.6;
const LEAST_RATIO = 3;

/** How far a line may deviate from straight, in points. */
const SLANT = 0.7;

/** Sorts a painted path's subpaths into rules and shapes. */
export function classifyOutlines(
  outlines: readonly Outline[],
  paint: Paint,
): { rules: Rule[]; shapes: Shape[] } {
  const rules: Rule[] = [];
  const shapes: Shape[] = [];
  for (const outline of outlines) {
    if (outline.xs.length < 2) continue;
    const box = getBox(outline);
    const rule = paint.fill === null ? null : toThinRule(box, paint.fill);
    if (rule !== null) rules.push(rule);
    else if (paint.stroke !== null && isFlat(box)) rules.push(toStrokedRule(box, paint, paint.stroke));
    else if (isClosedShape(outline, paint)) {
      shapes.push({ ...box, kind: classifyOutline(outline, box), stroke: paint.stroke, fill: paint.fill });
    } else if (paint.stroke !== null && outline.curves === 0) {
      rules.push(...listSegmentRules(outline, paint, paint.stroke));
    }
  }
  return { rules, shapes };
}

function getBox({ xs, ys }: Outline): PageBox {
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function toThinRule(box: PageBox, luminance: number): Rule | null {
  const { width, height } = box;
  if (height <= THICKEST_RULE && width >= height * LEAST_RATIO) {
    return { ...box, orientation: 'horizontal', luminance, dashed: false };
  }
  if (width <= THICKEST_RULE && height >= width * LEAST_RATIO) {
    return { ...box, orientation: 'vertical', luminance, dashed: false };
  }
  return null;
}

function isFlat(box: PageBox): boolean {
  return Math.min(box.width, box.height) <= SLANT;
}

function toStrokedRule(box: PageBox, { lineWidth, dashed }: Paint, luminance: number): Rule {
  const half = lineWidth / 2;
  return box.width >= box.height
    ? {
        orientation: 'horizontal',
        luminance,
        dashed,
        x: box.x,
        y: box.y + box.height / 2 - half,
        width: box.width,
        height: lineWidth,
      }
    : {
        orientation: 'vertical',
        luminance,
        dashed,
        x: box.x + box.width / 2 - half,
        y: box.y,
        width: lineWidth,
        height: box.height,
      };
}

/** Filled paths count as closed even if they don't say so. */
function isClosedShape(outline: Outline, paint: Paint): boolean {
  if (paint.fill !== null || outline.closed) return true;
  const last = outline.xs.length - 1;
  return (
    outline.xs.length >= 4 &&
    Math.abs((outline.xs[0] ?? 0) - (outline.xs[last] ?? 0)) < SLANT &&
    Math.abs((outline.ys[0] ?? 0) - (outline.ys[last] ?? 0)) < SLANT
  );
}

function classifyOutline(outline: Outline, box: PageBox): Shape['kind'] {
  if (outline.curves === 0) return isRectangle(outline, box) ? 'rectangle' : 'other';
  if (outline.curves > 8) return 'other';
  // A rectangle with rounded corners still has straight sides between them.
  if (outline.lines >= 2 && outline.lines <= 5 && isTouchingSides(outline, box)) return 'rectangle';
  return outline.lines <= 1 && outline.curves >= 2 ? 'ellipse' : 'other';
}

function isRectangle({ xs, ys }: Outline, box: PageBox): boolean {
  if (xs.length < 4 || xs.length > 6) return false;
  const right = box.x + box.width;
  const bottom = box.y + box.height;
  return xs.every((x, index) => {
    const y = ys[index] ?? 0;
    return (
      Math.min(Math.abs(x - box.x), Math.abs(x - right)) < SLANT &&
      Math.min(Math.abs(y - box.y), Math.abs(y - bottom)) < SLANT
    );
  });
}

function isTouchingSides({ xs, ys }: Outline, box: PageBox): boolean {
  const on = (values: readonly number[], side: number) =>
    values.filter((value) => Math.abs(value - side) < SLANT).length >= 2;
  return on(xs, box.x) && on(xs, box.x + box.width) && on(ys, box.y) && on(ys, box.y + box.height);
}

/** Returns the straight pieces of an open line that are parallel to the page's edges. */
function listSegmentRules({ xs, ys }: Outline, paint: Paint, luminance: number): Rule[] {
  const rules: Rule[] = [];
  for (let index = 1; index < xs.length; index += 1) {
    const [x1 = 0, x2 = 0, y1 = 0, y2 = 0] = [xs[index - 1], xs[index], ys[index - 1], ys[index]];
    const box = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    };
    if (isFlat(box) && Math.max(box.width, box.height) > SLANT)
      rules.push(toStrokedRule(box, paint, luminance));
  }
  return rules;
}
