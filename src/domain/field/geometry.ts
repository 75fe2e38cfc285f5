/** A rectangle in the units of its space: lower left corner, width, and height. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The clockwise rotation of a page for display, in degrees (ISO 32000-2, table 31, Rotate). */
export type PageRotation = 0 | 90 | 180 | 270;

/** A PDF transformation matrix (ISO 32000-2, 8.3.3), in the order that the `cm` operator expects. */
export type TransformationMatrix = readonly [
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
];

/** Converts an angle to a rotation that a page can have. An angle that isn't a multiple of 90 becomes 0. */
export function toPageRotation(degrees: number): PageRotation {
  const turned = ((degrees % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

/** Returns the size of a box after rotation. */
export function getUprightSize(box: Rectangle, rotate: PageRotation): { width: number; height: number } {
  const sideways = rotate === 90 || rotate === 270;
  return sideways ? { width: box.height, height: box.width } : { width: box.width, height: box.height };
}

/**
 * Returns the matrix from upright space (origin bottom left, y up, no rotation) to a page's default user
 * space.
 */
export function getUprightMatrix(box: Rectangle, rotate: PageRotation): TransformationMatrix {
  const { x, y, width, height } = box;
  switch (rotate) {
    case 90:
      return [0, 1, -1, 0, x + width, y];
    case 180:
      return [-1, 0, 0, -1, x + width, y + height];
    case 270:
      return [0, -1, 1, 0, x, y + height];
    case 0:
      return [1, 0, 0, 1, x, y];
  }
}

/**
 * Converts a field's fractions (0 to 1 of the visible page, origin top left) to a rectangle in upright space.
 */
export function toFieldRectangle(fraction: Rectangle, box: Rectangle, rotate: PageRotation): Rectangle {
  const { width, height } = getUprightSize(box, rotate);
  return {
    x: fraction.x * width,
    y: (1 - fraction.y - fraction.height) * height,
    width: fraction.width * width,
    height: fraction.height * height,
  };
}

/**
 * Converts a rectangle in a page's user space to fractions of the visible page, with the origin at the top
 * left. Parts outside the page result in fractions outside 0 to 1.
 */
export function toPageFraction(rectangle: Rectangle, box: Rectangle, rotate: PageRotation): Rectangle {
  const left = (rectangle.x - box.x) / box.width;
  const bottom = (rectangle.y - box.y) / box.height;
  const width = rectangle.width / box.width;
  const height = rectangle.height / box.height;
  switch (rotate) {
    case 90:
      return { x: bottom, y: left, width: height, height: width };
    case 180:
      return { x: 1 - left - width, y: bottom, width, height };
    case 270:
      return { x: 1 - bottom - height, y: 1 - left - width, width: height, height: width };
    case 0:
      return { x: left, y: 1 - bottom - height, width, height };
  }
}

/** Returns the rectangle between two opposite corners, which may be given in any order. */
export function createRectangle(x1: number, y1: number, x2: number, y2: number): Rectangle {
  return { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
}

/** Returns the area that two rectangles share, or null if there is none. */
export function intersectRectangles(one: Rectangle, other: Rectangle): Rectangle | null {
  const x = Math.max(one.x, other.x);
  const y = Math.max(one.y, other.y);
  const width = Math.min(one.x + one.width, other.x + other.width) - x;
  const height = Math.min(one.y + one.height, other.y + other.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}

export function transformPoint(matrix: TransformationMatrix, x: number, y: number): { x: number; y: number } {
  const [a, b, c, d, e, f] = matrix;
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

/** Returns the smallest upright rectangle around a transformed rectangle. */
export function transformRectangle(matrix: TransformationMatrix, rectangle: Rectangle): Rectangle {
  // Without objects for the corners, since every character of a document passes through here.
  const [a, b, c, d, e, f] = matrix;
  const { x, y } = rectangle;
  const right = x + rectangle.width;
  const top = y + rectangle.height;
  const x1 = a * x + c * y + e;
  const x2 = a * right + c * y + e;
  const x3 = a * x + c * top + e;
  const x4 = a * right + c * top + e;
  const y1 = b * x + d * y + f;
  const y2 = b * right + d * y + f;
  const y3 = b * x + d * top + f;
  const y4 = b * right + d * top + f;
  return createRectangle(
    Math.min(x1, x2, x3, x4),
    Math.min(y1, y2, y3, y4),
    Math.max(x1, x2, x3, x4),
    Math.max(y1, y2, y3, y4),
  );
}

/** Returns the matrix that applies `first` and then `then`. */
export function combineMatrices(
  first: TransformationMatrix,
  then: TransformationMatrix,
): TransformationMatrix {
  const [a, b, c, d, e, f] = first;
  const { x, y } = transformPoint(then, e, f);
  return [
    ...([then[0] * a + then[2] * b, then[1] * a + then[3] * b] as const),
    ...([then[0] * c + then[2] * d, then[1] * c + then[3] * d] as const),
    ...([x, y] as const),
  ];
}

/** Returns the matrix that undoes another one, or null if it can't be undone. */
export function invertMatrix([a, b, c, d, e, f]: TransformationMatrix): TransformationMatrix | null {
  const determinant = a * d - b * c;
  if (!Number.isFinite(1 / determinant)) return null;
  const inverse = [d, -b, -c, a, c * f - d * e, b * e - a * f].map((value) => value / determinant);
  return inverse.every(Number.isFinite) ? (inverse as unknown as TransformationMatrix) : null;
}
