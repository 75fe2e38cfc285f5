import { describe, expect, it } from 'vitest';
import { findFirstDifference, type Pixels, getSurroundings } from '#ui/verify/page-difference.ts';

const WIDTH = 100;
const HEIGHT = 200;

/** A white page with black dots. */
function page(...dots: readonly (readonly [number, number])[]): Pixels {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255);
  for (const [x, y] of dots) data.fill(0, (y * WIDTH + x) * 4, (y * WIDTH + x) * 4 + 3);
  return { data, width: WIDTH, height: HEIGHT };
}

describe('the first difference of two pages', () => {
  it('is none if they look the same', () => {
    expect(findFirstDifference(page([3, 4]), page([3, 4]))).toBeNull();
  });

  it('encloses what differs', () => {
    expect(findFirstDifference(page([20, 50], [1, 1]), page([39, 51], [1, 1]))).toEqual({
      left: 0.2,
      top: 0.25,
      width: 0.2,
      height: 0.01,
    });
  });

  it('is the topmost of several', () => {
    expect(findFirstDifference(page(), page([10, 20], [90, 150]))).toEqual({
      left: 0.1,
      top: 0.1,
      width: 0.01,
      height: 0.005,
    });
  });

  it('is the whole page if its size differs', () => {
    const narrow = { data: new Uint8ClampedArray(4 * 50 * HEIGHT).fill(255), width: 50, height: HEIGHT };
    expect(findFirstDifference(page(), narrow)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  });
});

describe('the surroundings of a difference', () => {
  it('stay within the page', () => {
    for (const corner of [0, 0.99]) {
      const { left, top, width, height } = getSurroundings(
        { left: corner, top: corner, width: 0.01, height: 0.01 },
        1.3,
      );
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
      expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1);
      expect(width).toBeGreaterThan(0.5);
    }
  });

  it('enclose it with a margin', () => {
    const { left, width, height } = getSurroundings({ left: 0.1, top: 0.3, width: 0.8, height: 0.2 }, 1.3);
    expect(left).toBeLessThan(0.1);
    expect(left + width).toBeGreaterThan(0.9);
    expect(height).toBeGreaterThan(0.2);
  });
});
