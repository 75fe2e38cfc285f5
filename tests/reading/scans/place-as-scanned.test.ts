import { expect, it } from 'vitest';
import type { PageFacts } from '#reading/page/page-facts.ts';
import { placeAsScanned } from '#reading/scans/place-as-scanned.ts';

const page = (facts: Partial<PageFacts>): PageFacts => ({
  ...{ number: 1, width: 600, height: 800, words: [], lines: [], leaders: [], rules: [], shapes: [] },
  ...{ images: [], turned: [], ...facts },
});
const box = { x: 0.1, y: 0.7, width: 0.4, height: 0.05 };
const place = (facts: Partial<PageFacts>) => placeAsScanned([{ page: 1, box }], [page(facts)])[0]?.box;

it('leaves boxes of straight pages alone', () => {
  expect(place({})).toBe(box);
});

it.each([
  [1, { x: 0.25, y: 0.1, width: 0.05, height: 0.4 }],
  [2, { x: 0.5, y: 0.25, width: 0.4, height: 0.05 }],
  [3, { x: 0.7, y: 0.5, width: 0.05, height: 0.4 }],
])('turns boxes with a page that came turned by %d quarters', (turns, expected) => {
  const placed = place({ turns });
  for (const side of ['x', 'y', 'width', 'height'] as const)
    expect(placed?.[side]).toBeCloseTo(expected[side]);
});

it('places boxes on the sheet that a photo shows', () => {
  const placed = place({
    sheet: [
      [0.1, 0.2],
      [0.9, 0.2],
      [0.9, 0.8],
      [0.1, 0.8],
    ],
  });
  expect(placed?.x).toBeCloseTo(0.18);
  expect(placed?.y).toBeCloseTo(0.62);
  expect(placed?.width).toBeCloseTo(0.32);
  expect(placed?.height).toBeCloseTo(0.03);
});

it('keeps boxes on the page', () => {
  const corner = { x: 0.9, y: 0.95, width: 0.1, height: 0.05 };
  const [placed] = placeAsScanned([{ page: 1, box: corner }], [page({ tilt: 5 })]);
  expect((placed?.box.x ?? 1) + corner.width).toBeLessThanOrEqual(1);
  expect((placed?.box.y ?? 1) + corner.height).toBeLessThanOrEqual(1);
});
