import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  HANDLES,
  findClearPlace,
  toFractionSize,
  sortByReadingOrder,
  movePlace,
  placeAround,
  resizePlace,
  movePlacesTogether,
  type Place,
} from '#ui/editor/placing/geometry.ts';

const place = (x: number, y: number, width = 0.2, height = 0.05): Place => ({ x, y, width, height });
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const shift = fc.double({ min: -2, max: 2, noNaN: true });
const anyPlace = fc
  .tuple(
    fraction,
    fraction,
    fc.double({ min: 0.02, max: 1, noNaN: true }),
    fc.double({ min: 0.02, max: 1, noNaN: true }),
  )
  .map(([x, y, width, height]) => placeAround({ x, y }, { width, height }));

function isInside({ x, y, width, height }: Place): boolean {
  return x >= 0 && y >= 0 && x + width <= 1 + 2e-6 && y + height <= 1 + 2e-6 && width > 0 && height > 0;
}

describe('placing', () => {
  it('puts the middle of a field where the pointer is', () => {
    expect(placeAround({ x: 0.5, y: 0.5 }, { width: 0.2, height: 0.1 })).toEqual(place(0.4, 0.45, 0.2, 0.1));
  });

  it('moves a field inside the page at a corner', () => {
    expect(placeAround({ x: 1, y: 0 }, { width: 0.2, height: 0.1 })).toEqual(place(0.8, 0, 0.2, 0.1));
  });

  it('turns points into fractions, at most the page', () => {
    expect(toFractionSize({ width: 100, height: 50 }, { width: 200, height: 200 })).toEqual({
      width: 0.5,
      height: 0.25,
    });
    expect(toFractionSize({ width: 900, height: 50 }, { width: 200, height: 20 })).toEqual({
      width: 1,
      height: 1,
    });
  });
});

describe('finding a clear place', () => {
  it('uses the requested place if free, otherwise one below', () => {
    expect(findClearPlace(place(0.4, 0.5), [place(0.4, 0.1)])).toEqual(place(0.4, 0.5));
    expect(findClearPlace(place(0.4, 0.5), [place(0.45, 0.48, 0.1, 0.1)])).toEqual(place(0.4, 0.625));
  });

  it('moves sideways at the bottom of a page, and gives up on a full one', () => {
    const aside = findClearPlace(place(0.1, 0.94), [place(0.1, 0.9, 0.2, 0.1)]);
    expect(aside.x).toBeGreaterThanOrEqual(0.3);
    expect(findClearPlace(place(0.1, 0.5), [place(0, 0, 1, 1)])).toEqual(place(0.1, 0.5));
  });
});

describe('moving and resizing', () => {
  it('never leaves the page', () => {
    fc.assert(
      fc.property(anyPlace, shift, shift, fc.constantFrom(...HANDLES), (start, dx, dy, handle) => {
        expect(isInside(movePlace(start, dx, dy))).toBe(true);
        expect(isInside(resizePlace(start, handle, dx, dy, { width: 0.02, height: 0.02 }))).toBe(true);
      }),
    );
  });

  it('keeps the size while moving', () => {
    expect(movePlace(place(0.1, 0.1), 5, -5)).toEqual(place(0.8, 0));
  });

  it('moves several only as far as the page allows all of them', () => {
    expect(movePlacesTogether([place(0.1, 0.1), place(0.5, 0.3)], 1, -1)).toEqual([
      place(0.4, 0),
      place(0.8, 0.2),
    ]);
  });

  it('leaves the opposite side where it is', () => {
    const west = resizePlace(place(0.4, 0.4), 'w', -0.1, 0.3, { width: 0.02, height: 0.02 });
    expect(west).toEqual(place(0.3, 0.4, 0.3, 0.05));
    const southEast = resizePlace(place(0.4, 0.4), 'se', 0.1, 0.1, { width: 0.02, height: 0.02 });
    expect(southEast).toEqual(place(0.4, 0.4, 0.3, 0.15));
  });

  it('stops at the smallest size', () => {
    expect(resizePlace(place(0.4, 0.4), 'e', -0.9, 0, { width: 0.05, height: 0.02 })).toEqual(
      place(0.4, 0.4, 0.05),
    );
  });
});

describe('reading order', () => {
  it('goes by page, by line, then from left to right', () => {
    const field = (name: string, page: number, x: number, y: number) => ({ name, page, ...place(x, y) });
    const fields = [
      field('d', 2, 0, 0),
      field('c', 1, 0.1, 0.6),
      field('b', 1, 0.6, 0.099),
      field('a', 1, 0.1, 0.1),
    ];
    expect(sortByReadingOrder(fields).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });
});
