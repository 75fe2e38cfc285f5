import { describe, expect, it } from 'vitest';
import { ARRANGEMENTS, arrangePlaces, getBounds } from '#ui/editor/placing/arrange.ts';
import type { Place } from '#ui/editor/placing/geometry.ts';

const place = (x: number, y: number, width = 0.2, height = 0.1): Place => ({ x, y, width, height });
const three = [place(0.1, 0.5), place(0.5, 0.1, 0.1), place(0.4, 0.8, 0.4, 0.05)];

describe('arranging fields', () => {
  it.each([
    ['left', [0.1, 0.1, 0.1]],
    ['center', [0.35, 0.4, 0.25]],
    ['right', [0.6, 0.7, 0.4]],
    ['across', [0.1, 0.3, 0.4]],
  ] as const)('%s moves them only horizontally', (how, expected) => {
    const result = arrangePlaces(three, how);
    for (const [index, x] of expected.entries()) expect(result[index]?.x).toBeCloseTo(x);
    expect(result.map(({ y }) => y)).toEqual(three.map(({ y }) => y));
  });

  it.each([
    ['top', [0.1, 0.1, 0.1]],
    ['middle', [0.425, 0.425, 0.45]],
    ['bottom', [0.75, 0.75, 0.8]],
    ['down', [0.45, 0.1, 0.8]],
  ] as const)('%s moves them only vertically', (how, expected) => {
    const result = arrangePlaces(three, how);
    for (const [index, y] of expected.entries()) expect(result[index]?.y).toBeCloseTo(y);
    expect(result.map(({ x }) => x)).toEqual(three.map(({ x }) => x));
  });

  it('gives them the size of the last selected one', () => {
    expect(arrangePlaces(three, 'size').map(({ width, height }) => [width, height])).toEqual([
      [0.4, 0.05],
      [0.4, 0.05],
      [0.4, 0.05],
    ]);
    expect(arrangePlaces(three, 'width').map(({ height }) => height)).toEqual([0.1, 0.1, 0.05]);
  });

  it('keeps the outer ones and equalizes the gaps', () => {
    const row = [place(0, 0, 0.1), place(0.15, 0, 0.2), place(0.7, 0, 0.1), place(0.4, 0, 0.1)];
    const sorted = arrangePlaces(row, 'across').sort((one, other) => one.x - other.x);
    const gaps = sorted
      .slice(1)
      .map((one, index) => one.x - (sorted[index]?.x ?? 0) - (sorted[index]?.width ?? 0));
    for (const gap of gaps) expect(gap).toBeCloseTo(0.1);
  });

  it('has a separate shortcut for each', () => {
    expect(new Set(ARRANGEMENTS.map(({ key }) => key)).size).toBe(ARRANGEMENTS.length);
  });

  it('finds their common bounds', () => {
    const bounds = getBounds(three);
    expect([bounds.x, bounds.y]).toEqual([0.1, 0.1]);
    expect(bounds.width).toBeCloseTo(0.7);
    expect(bounds.height).toBeCloseTo(0.75);
  });
});
