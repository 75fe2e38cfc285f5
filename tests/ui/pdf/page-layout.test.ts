import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { findAnchor, getAnchorHeight, layPages, listSheetsBetween } from '#ui/pdf/page-layout.ts';

const A4 = { width: 600, height: 800 };
const column = {
  pageCount: 500,
  sizeOf: () => A4,
  room: { width: 600, height: 400 },
  zoom: 'width' as const,
};

describe('laying pages out', () => {
  it('stacks pages in their proportions at the available width', () => {
    const layout = layPages({ ...column, room: { width: 900, height: 400 } });
    expect(layout.sheets[1]).toEqual({ number: 2, top: 1216, width: 900, height: 1200 });
    expect(layout.height).toBe(500 * 1216 - 16);
  });

  it('makes small pages legible, and large ones not larger than is readable', () => {
    const wide = { ...column, room: { width: 3000, height: 400 } };
    const card = { ...wide, sizeOf: () => ({ width: 200, height: 100 }) };
    expect(layPages(card).sheets[0]).toMatchObject({ width: 560, height: 280 });
    expect(layPages(wide).sheets[0]).toMatchObject({ width: 1200, height: 1600 });
  });

  it('fits each whole page, or scales all of them from their actual size', () => {
    const mixed = (number: number) => (number === 1 ? A4 : { width: 800, height: 600 });
    const whole = layPages({ ...column, sizeOf: mixed, zoom: 'page' }).sheets;
    expect(whole[0]).toMatchObject({ width: 300, height: 400 });
    expect(whole[1]).toMatchObject({ width: 533 });
    const actual = layPages({ ...column, sizeOf: mixed, zoom: 1.5 }).sheets;
    expect(actual[0]).toMatchObject({ width: 1200 });
    expect(actual[1]).toMatchObject({ width: 1600 });
  });

  it('finds the pages between two heights', () => {
    const layout = layPages(column);
    expect(listSheetsBetween(layout, 815, 1632).map(({ number }) => number)).toEqual([2]);
    expect(listSheetsBetween(layout, 799, 817).map(({ number }) => number)).toEqual([1, 2]);
    expect(listSheetsBetween(layout, -500, 0)).toEqual([]);
    expect(listSheetsBetween(layout, 1e9, 2e9)).toEqual([]);
  });

  it('restores every position, even after zooming', () => {
    const small = layPages(column);
    const large = layPages({ ...column, zoom: 3 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (number, part) => {
          const anchor = findAnchor(small, getAnchorHeight(small, { number, part }));
          expect(anchor.number).toBe(number);
          expect(anchor.part).toBeCloseTo(part);
          expect(findAnchor(large, getAnchorHeight(large, anchor)).part).toBeCloseTo(part);
        },
      ),
    );
  });
});
