/** The operators of a path (ISO 32000-2, 8.5.2). y points down. */
export type Shape = string & { readonly shape: unique symbol };

/** The distance of a quarter circle's control points from its ends, in radii. */
const QUARTER = 0.5523;

export function createRectangleShape(x: number, y: number, width: number, height: number): Shape {
  return shape(`${formatNumbers(x, y, width, height)} re`);
}

export function createCircleShape(x: number, y: number, radius: number): Shape {
  return roundRectangle(x - radius, y - radius, 2 * radius, 2 * radius, radius);
}

export function roundRectangle(x: number, y: number, width: number, height: number, radius: number): Shape {
  const [right, bottom, near] = [x + width, y + height, radius * (1 - QUARTER)];
  return shape(
    `${formatNumbers(x + radius, y)} m`,
    `${formatNumbers(right - radius, y)} l`,
    `${formatNumbers(right - near, y, right, y + near, right, y + radius)} c`,
    `${formatNumbers(right, bottom - radius)} l`,
    `${formatNumbers(right, bottom - near, right - near, bottom, right - radius, bottom)} c`,
    `${formatNumbers(x + radius, bottom)} l`,
    `${formatNumbers(x + near, bottom, x, bottom - near, x, bottom - radius)} c`,
    `${formatNumbers(x, y + radius)} l`,
    `${formatNumbers(x, y + near, x + near, y, x + radius, y)} c`,
    'h',
  );
}

export function createPolylineShape(...points: readonly (readonly [number, number])[]): Shape {
  return shape(...points.map(([x, y], index) => `${formatNumbers(x, y)} ${index === 0 ? 'm' : 'l'}`));
}

/** Combines several shapes into one that is filled or stroked as a whole. */
export function combineShapes(shapes: readonly Shape[]): Shape {
  return shape(...shapes);
}

/** Formats numbers as operands, rounded to a thousandth. */
export function formatNumbers(...values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 1000) / 1000 || 0)).join(' ');
}

function shape(...operators: readonly string[]): Shape {
  return operators.join('\n') as Shape;
}
