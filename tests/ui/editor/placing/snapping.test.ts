import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { HANDLES, placeAround, type Place } from '#ui/editor/placing/geometry.ts';
import { snapPlace, snapResize } from '#ui/editor/placing/snapping.ts';

const place = (x: number, y: number, width = 0.2, height = 0.05): Place => ({ x, y, width, height });
const tolerance = { width: 0.01, height: 0.01 };
const min = { width: 0.02, height: 0.02 };
const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const anyPlace = fc
  .tuple(fraction, fraction, fc.double({ min: 0.02, max: 1, noNaN: true }))
  .map(([x, y, size]) => placeAround({ x, y }, { width: size, height: size / 2 }));

describe('snapping a moved field', () => {
  it('pulls an edge to the edge of a neighbor and names the line', () => {
    const result = snapPlace(place(0.305, 0.7), [place(0.3, 0.2)], tolerance);
    expect(result.place).toEqual(place(0.3, 0.7));
    expect(result.guides).toEqual({ x: [0.3], y: [] });
  });

  it('pulls the left edge to the right edge of a neighbor, and centers to centers', () => {
    expect(snapPlace(place(0.508, 0.7), [place(0.3, 0.2)], tolerance).place.x).toBe(0.5);
    const centerd = snapPlace(place(0.3, 0.694, 0.2, 0.1), [place(0.7, 0.7, 0.1, 0.08)], tolerance);
    expect(centerd.place.y).toBeCloseTo(0.69);
    expect(centerd.guides.y).toEqual([0.74]);
  });

  it('snaps only the center to the center of the page', () => {
    const result = snapPlace(place(0.395, 0.2), [], tolerance);
    expect(result.place.x).toBe(0.4);
    expect(result.guides).toEqual({ x: [0.5], y: [] });
    expect(snapPlace(place(0.495, 0.2), [], tolerance).guides.x).toEqual([]);
  });

  it('takes the nearest of several lines', () => {
    const result = snapPlace(place(0.305, 0.7), [place(0.3, 0.2), place(0.307, 0.4)], tolerance);
    expect(result.place.x).toBe(0.307);
  });

  it('ignores distant fields', () => {
    const result = snapPlace(place(0.35, 0.7), [place(0.3, 0.2)], tolerance);
    expect(result.place).toEqual(place(0.35, 0.7));
    expect(result.guides).toEqual({ x: [], y: [] });
  });

  it('never moves a field by more than the tolerance, nor off the page', () => {
    fc.assert(
      fc.property(anyPlace, fc.array(anyPlace, { maxLength: 5 }), (start, others) => {
        const { place: end } = snapPlace(start, others, tolerance);
        expect(Math.abs(end.x - start.x)).toBeLessThanOrEqual(0.01 + 1e-5);
        expect(Math.abs(end.y - start.y)).toBeLessThanOrEqual(0.01 + 1e-5);
        expect(end.x + end.width).toBeLessThanOrEqual(1 + 2e-6);
      }),
    );
  });
});

describe('snapping a resized field', () => {
  const pull = (handle: (typeof HANDLES)[number], dx: number, dy: number, others: Place[]) =>
    snapResize(place(0.2, 0.2), { handle, dx, dy }, others, { tolerance, min });

  it('pulls only the edge that moves', () => {
    const result = pull('e', 0.195, 0.5, [place(0.6, 0.5)]);
    expect(result.place).toEqual(place(0.2, 0.2, 0.4));
    expect(result.guides).toEqual({ x: [0.6], y: [] });
  });

  it('snaps a corner in both directions, and an edge to the center of the page', () => {
    const result = pull('se', 0.094, 0.145, [place(0.7, 0.4)]);
    expect(result.place).toEqual(place(0.2, 0.2, 0.3, 0.2));
    expect(result.guides).toEqual({ x: [0.5], y: [0.4] });
  });

  it('keeps the opposite side', () => {
    fc.assert(
      fc.property(anyPlace, fc.constantFrom(...HANDLES), (other, handle) => {
        const { place: end } = pull(handle, 0.05, 0.05, [other]);
        if (!handle.includes('w')) expect(end.x).toBeCloseTo(0.2, 5);
        if (!handle.includes('n')) expect(end.y).toBeCloseTo(0.2, 5);
        if (!handle.includes('e')) expect(end.x + end.width).toBeCloseTo(0.4, 5);
        if (!handle.includes('s')) expect(end.y + end.height).toBeCloseTo(0.25, 5);
      }),
    );
  });
});
