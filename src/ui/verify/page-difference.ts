/** A part of a page, in fractions of its width and height. */
export type Area = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** The pixels of a drawn page, row by row, with four bytes each. */
export type Pixels = { readonly data: ArrayLike<number>; readonly width: number; readonly height: number };

/** Lines that are closer together than this, in fractions of the page's height, count as one change. */
const GAP = 0.012;
/**
 * The minimum size of the part that is shown for a change, so that people recognize it, and the margin around
 * the change. Both are fractions of the page's width.
 */
const LEAST = { width: 0.55, height: 0.07 };
const MARGIN = 0.015;

/** Returns the first change on a page from the top, or null if both pages look the same. */
export function findFirstDifference(one: Pixels, other: Pixels): Area | null {
  if (one.width !== other.width || one.height !== other.height)
    return { left: 0, top: 0, width: 1, height: 1 };
  const { width, height } = one;
  const gap = Math.ceil(height * GAP);
  const band = { top: -1, bottom: -1, left: width, right: -1 };
  for (let y = 0; y < height; y += 1) {
    if (band.top >= 0 && y - band.bottom > gap) break;
    const row = findRowDifference(one, other, y);
    if (row === null) continue;
    if (band.top < 0) band.top = y;
    band.bottom = y;
    band.left = Math.min(band.left, row.first);
    band.right = Math.max(band.right, row.last);
  }
  if (band.top < 0) return null;
  return {
    left: band.left / width,
    top: band.top / height,
    width: (band.right - band.left + 1) / width,
    height: (band.bottom - band.top + 1) / height,
  };
}

function findRowDifference(
  one: Pixels,
  other: Pixels,
  y: number,
): { readonly first: number; readonly last: number } | null {
  let first = -1;
  let last = -1;
  const start = y * one.width * 4;
  for (let x = 0; x < one.width; x += 1) {
    const at = start + x * 4;
    const differs =
      one.data[at] !== other.data[at] ||
      one.data[at + 1] !== other.data[at + 1] ||
      one.data[at + 2] !== other.data[at + 2];
    if (!differs) continue;
    if (first < 0) first = x;
    last = x;
  }
  return first < 0 ? null : { first, last };
}

/**
 * Returns the area of a change and its surroundings, limited to the page. `aspect` is the page's height
 * divided by its width.
 */
export function getSurroundings(area: Area, aspect: number): Area {
  const width = Math.min(1, Math.max(LEAST.width, area.width + 2 * MARGIN));
  const height = Math.min(1, Math.max(LEAST.height / aspect, area.height + (2 * MARGIN) / aspect));
  return {
    left: clamp(area.left + area.width / 2 - width / 2, 1 - width),
    top: clamp(area.top + area.height / 2 - height / 2, 1 - height),
    width,
    height,
  };
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
