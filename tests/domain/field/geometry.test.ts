import { describe, expect, it } from 'vitest';
import {
  fieldRectangle,
  fractionOfPage,
  intersection,
  pageRotation,
  rectangleBetween,
  transformPoint,
  transformRectangle,
  uprightMatrix,
  type PageRotation,
} from '#domain/field/geometry.ts';

const BOX = { x: 30, y: 50, width: 400, height: 600 };
const ROTATIONS: PageRotation[] = [0, 90, 180, 270];

describe('the upright matrix', () => {
  it.each([
    // rotation, then the user-space corner that a viewer shows at the bottom left
    [0, { x: 30, y: 50 }],
    [90, { x: 430, y: 50 }],
    [180, { x: 430, y: 650 }],
    [270, { x: 30, y: 650 }],
  ] as const)('puts the origin at the visible bottom left, rotated by %i', (rotate, corner) => {
    expect(transformPoint(uprightMatrix(BOX, rotate), 0, 0)).toEqual(corner);
  });

  it.each(ROTATIONS)('covers exactly the visible box, rotated by %i', (rotate) => {
    const whole = fieldRectangle({ x: 0, y: 0, width: 1, height: 1 }, BOX, rotate);
    expect(transformRectangle(uprightMatrix(BOX, rotate), whole)).toEqual(BOX);
  });
});

describe('a field given in fractions', () => {
  it('measures from the top left of what is seen', () => {
    const rectangle = fieldRectangle({ x: 0.1, y: 0.2, width: 0.25, height: 0.05 }, BOX, 0);
    expect(rectangle.x).toBeCloseTo(40);
    expect(rectangle.y).toBeCloseTo(450);
    expect(rectangle.width).toBeCloseTo(100);
    expect(rectangle.height).toBeCloseTo(30);
  });

  it('exchanges width and height on a sideways page', () => {
    const rectangle = fieldRectangle({ x: 0, y: 0, width: 0.5, height: 0.5 }, BOX, 90);
    expect(rectangle).toEqual({ x: 0, y: 200, width: 300, height: 200 });
  });

  it.each(ROTATIONS)('comes back as the same fractions, rotated by %i', (rotate) => {
    const fraction = { x: 0.125, y: 0.25, width: 0.5, height: 0.0625 };
    const drawn = transformRectangle(uprightMatrix(BOX, rotate), fieldRectangle(fraction, BOX, rotate));
    const back = fractionOfPage(drawn, BOX, rotate);
    expect(back.x).toBeCloseTo(fraction.x, 12);
    expect(back.y).toBeCloseTo(fraction.y, 12);
    expect(back.width).toBeCloseTo(fraction.width, 12);
    expect(back.height).toBeCloseTo(fraction.height, 12);
  });
});

describe('rectangles', () => {
  it('take their corners in any order', () => {
    expect(rectangleBetween(10, 40, 5, 20)).toEqual({ x: 5, y: 20, width: 5, height: 20 });
  });

  it('share an area or nothing', () => {
    expect(intersection(BOX, { x: 0, y: 0, width: 100, height: 100 })).toEqual({
      x: 30,
      y: 50,
      width: 70,
      height: 50,
    });
    expect(intersection(BOX, { x: 430, y: 50, width: 10, height: 10 })).toBeNull();
  });

  it.each([
    [0, 0],
    [450, 90],
    [-90, 270],
    [180, 180],
    [45, 0],
  ])('rotate by %i as by %i', (given, used) => {
    expect(pageRotation(given)).toBe(used);
  });
});
