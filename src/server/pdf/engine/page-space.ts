import {
  type PageRotation,
  type Rectangle,
  type TransformationMatrix,
  getUprightSize,
} from '#domain/field/geometry.ts';

/**
 * The visible page: its upright size in points, and the matrix from user space to a space with the origin at
 * the top left.
 */
export type PageSpace = {
  readonly width: number;
  readonly height: number;
  readonly matrix: TransformationMatrix;
};

export function createPageSpace(box: Rectangle, rotation: PageRotation): PageSpace {
  return { ...getUprightSize(box, rotation), matrix: createPageMatrix(box, rotation) };
}

function createPageMatrix({ x, y, width, height }: Rectangle, rotation: PageRotation): TransformationMatrix {
  switch (rotation) {
    case 0:
      return [1, 0, 0, -1, -x, y + height];
    case 90:
      return [0, 1, 1, 0, -y, -x];
    case 180:
      return [-1, 0, 0, 1, x + width, -y];
    case 270:
      return [0, -1, -1, 0, y + height, x + width];
  }
}

/** Returns the matrix that applies `first`, then `second` (ISO 32000-2, 8.3.4). */
export function combineMatrices(
  first: TransformationMatrix,
  second: TransformationMatrix,
): TransformationMatrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
