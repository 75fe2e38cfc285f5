import { describe, expect, it } from 'vitest';
import {
  combineMatrices,
  toFieldRectangle,
  toPageFraction,
  intersectRectangles,
  invertMatrix,
  toPageRotation,
  createRectangle,
  transformPoint,
  transformRectangle,
  getUprightMatrix,
  type PageRotation,
  type TransformationMatrix,
} from '#domain/field/geometry.ts';

const BOX = { x: 30, y: 50, width: 400, height: 600 };
const ROTATIONS: PageRotation[] = [0, 90, 180, 270];

describe('the upright matrix', () => {
  it.each([
    // Rotation, then the user-space corner that a viewer shows at the bottom left.
    [0, { x: 30, y: 50 }],
    [90, { x: 430, y: 50 }],
    [180, { x: 430, y: 650 }],
    [270, { x: 30, y: 650 }],
  ] as const)('puts the origin at the visible bottom left, rotated by %i', (rotate, corner) => {
    expect(transformPoint(getUprightMatrix(BOX, rotate), 0, 0)).toEqual(corner);
  });

  it.each(ROTATIONS)('covers exactly the visible box, rotated by %i', (rotate) => {
    const whole = toFieldRectangle({ x: 0, y: 0, width: 1, height: 1 }, BOX, rotate);
    expect(transformRectangle(getUprightMatrix(BOX, rotate), whole)).toEqual(BOX);
  });
});

describe('a field given in fractions', () => {
  it('measures from the top left of what is seen', () => {
    const rectangle = toFieldRectangle({ x: 0.1, y: 0.2, width: 0.25, height: 0.05 }, BOX, 0);
    expect(rectangle.x).toBeCloseTo(40);
    expect(rectangle.y).toBeCloseTo(450);
    expect(rectangle.width).toBeCloseTo(100);
    expect(rectangle.height).toBeCloseTo(30);
  });

  it('exchanges width and height on a sideways page', () => {
    const rectangle = toFieldRectangle({ x: 0, y: 0, width: 0.5, height: 0.5 }, BOX, 90);
    expect(rectangle).toEqual({ x: 0, y: 200, width: 300, height: 200 });
  });

  it.each(ROTATIONS)('comes back as the same fractions, rotated by %i', (rotate) => {
    const fraction = { x: 0.125, y: 0.25, width: 0.5, height: 0.0625 };
    const drawn = transformRectangle(getUprightMatrix(BOX, rotate), toFieldRectangle(fraction, BOX, rotate));
    const back = toPageFraction(drawn, BOX, rotate);
    expect(back.x).toBeCloseTo(fraction.x, 12);
    expect(back.y).toBeCloseTo(fraction.y, 12);
    expect(back.width).toBeCloseTo(fraction.width, 12);
    expect(back.height).toBeCloseTo(fraction.height, 12);
  });
});

describe('rectangles', () => {
  it('take their corners in any order', () => {
    expect(createRectangle(10, 40, 5, 20)).toEqual({ x: 5, y: 20, width: 5, height: 20 });
  });

  it('share an area or nothing', () => {
    expect(intersectRectangles(BOX, { x: 0, y: 0, width: 100, height: 100 })).toEqual({
      x: 30,
      y: 50,
      width: 70,
      height: 50,
    });
    expect(intersectRectangles(BOX, { x: 430, y: 50, width: 10, height: 10 })).toBeNull();
  });

  it.each([
    [0, 0],
    [450, 90],
    [-90, 270],
    [180, 180],
    [45, 0],
  ])('rotate by %i as by %i', (given, used) => {
    expect(toPageRotation(given)).toBe(used);
  });
});

describe('matrices', () => {
  const MATRICES: TransformationMatrix[] = [
    [1, 0, 0, 1, 0, 0],
    [0, -1, 1, 0, 5, 7],
    [2, 0.5, -0.25, 3, -10, 4],
  ];

  it.each(MATRICES)('are undone by their inverse: %d %d %d %d %d %d', (...matrix) => {
    const inverse = invertMatrix(matrix);
    if (inverse === null) throw new Error('the matrix has no inverse');
    const there = transformPoint(matrix, 3, 11);
    const back = transformPoint(inverse, there.x, there.y);
    expect([back.x, back.y]).toEqual([expect.closeTo(3), expect.closeTo(11)]);
  });

  it.each(MATRICES)('do one thing after the other: %d %d %d %d %d %d', (...first) => {
    const then: TransformationMatrix = [0.5, 1, -2, 1, 3, 4];
    const { x, y } = transformPoint(first, 3, 11);
    expect(transformPoint(combineMatrices(first, then), 3, 11)).toEqual(transformPoint(then, x, y));
  });

  it.each<TransformationMatrix[]>([
    [[0, 0, 0, 0, 1, 1]],
    [[1, 2, 2, 4, 0, 0]],
    [[1e-300, 0, 0, 1e-300, 0, 0]],
  ])('that flatten have no inverse', (matrix) => expect(invertMatrix(matrix)).toBeNull());
});
