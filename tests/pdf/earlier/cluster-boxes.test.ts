import { expect, it } from 'vitest';
import { clusterBoxes } from '#server/pdf/earlier/cluster-boxes.ts';
import { intersectRectangles, type Rectangle } from '#domain/field/geometry.ts';

const near = (one: Rectangle, other: Rectangle) =>
  intersectRectangles({ ...one, width: one.width + 5, height: one.height + 5 }, other) !== null ||
  intersectRectangles({ ...other, width: other.width + 5, height: other.height + 5 }, one) !== null;

it('puts boxes together that may share one, also when only their cluster may', () => {
  // The third box connects the first two.
  const boxes = [
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 22, y: 0, width: 10, height: 10 },
    { x: 11, y: 0, width: 10, height: 10 },
    { x: 100, y: 100, width: 10, height: 10 },
  ];
  const clusters = clusterBoxes(boxes, near);
  expect(clusters.map(({ places }) => [...places].sort())).toEqual([[0, 1, 2], [3]]);
  expect(clusters[0]?.box).toEqual({ x: 0, y: 0, width: 32, height: 10 });
});

it.each([
  ['that never share a box', () => false],
  ['that all share one', () => true],
  ['of which neighbors share one', near],
])('asks about 1,000 fields %s at most two million times', (_which, mayShare) => {
  const boxes = Array.from({ length: 1_000 }, (_, index) => ({
    ...{ x: (index % 25) * 20, y: Math.floor(index / 25) * 12 },
    ...{ width: index % 3 === 0 ? 18 : 8, height: 8 },
  }));
  let questions = 0;
  const clusters = clusterBoxes(boxes, (one, other) => {
    questions += 1;
    return mayShare(one, other);
  });
  expect(clusters.flatMap(({ places }) => places)).toHaveLength(1_000);
  expect(questions).toBeLessThanOrEqual(2_000_000);
});
