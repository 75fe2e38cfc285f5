/** A place on a page in fractions (0 to 1) of its visible part, from the top left. */
export type Place = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A corner or side by which a field is resized, in compass points. */
export const HANDLES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof HANDLES)[number];

/** A width and a height. */
export type Size = { readonly width: number; readonly height: number };

/** The smallest field, in points: large enough to tap on a zoomed page. */
export const MIN_FIELD_POINTS: Size = { width: 10, height: 10 };

/** Turns a size in points into fractions of a page; never larger than the page. */
export function toFractionSize(points: Size, page: Size): Size {
  return { width: Math.min(1, points.width / page.width), height: Math.min(1, points.height / page.height) };
}

/** Returns a place of the given size around a center, moved inside the page if necessary. */
export function placeAround(center: { readonly x: number; readonly y: number }, size: Size): Place {
  return keepInside({ x: center.x - size.width / 2, y: center.y - size.height / 2, ...size });
}

/** Moves a place by fractions, as far as the page allows. */
export function movePlace(place: Place, dx: number, dy: number): Place {
  return keepInside({ ...place, x: place.x + dx, y: place.y + dy });
}

/** Moves several places by the same fractions, as far as the page allows all of them. */
export function movePlacesTogether(places: readonly Place[], dx: number, dy: number): Place[] {
  const getLeast = (values: number[]) => Math.min(...values);
  const left = getLeast(places.map(({ x }) => x));
  const top = getLeast(places.map(({ y }) => y));
  const right = getLeast(places.map(({ x, width }) => 1 - x - width));
  const bottom = getLeast(places.map(({ y, height }) => 1 - y - height));
  const [byX, byY] = [clamp(dx, -left, right), clamp(dy, -top, bottom)];
  return places.map((place) => movePlace(place, byX, byY));
}

/** Moves one handle by fractions. The opposite side stays in place, and nothing gets smaller than `min`. */
export function resizePlace(place: Place, handle: Handle, dx: number, dy: number, min: Size): Place {
  let { x: left, y: top } = place;
  let right = left + place.width;
  let bottom = top + place.height;
  if (handle.includes('w')) left = clamp(left + dx, 0, right - min.width);
  if (handle.includes('e')) right = clamp(right + dx, left + min.width, 1);
  if (handle.includes('n')) top = clamp(top + dy, 0, bottom - min.height);
  if (handle.includes('s')) bottom = clamp(bottom + dy, top + min.height, 1);
  return roundPlace({ x: left, y: top, width: right - left, height: bottom - top });
}

/** Returns a place within the page: shrunk if too large, then moved. */
export function keepInside(place: Place): Place {
  const width = Math.min(1, place.width);
  const height = Math.min(1, place.height);
  return roundPlace({ x: clamp(place.x, 0, 1 - width), y: clamp(place.y, 0, 1 - height), width, height });
}

/**
 * Returns the nearest free place of the same size, searching down and then right; the requested one if the
 * page is full.
 */
export function findClearPlace(wanted: Place, others: readonly Place[]): Place {
  const isClear = (place: Place) => !others.some((other) => overlap(place, other));
  for (let column = 0; column * wanted.width < 1; column++) {
    const x = (wanted.x + column * wanted.width * 1.1) % Math.max(1e-6, 1 - wanted.width);
    for (let y = wanted.y; y + wanted.height <= 1; y += wanted.height * 1.25) {
      const place = keepInside({ ...wanted, x: column === 0 ? wanted.x : x, y });
      if (isClear(place)) return place;
    }
  }
  return wanted;
}

/** Compares by reading order: lines from the top, within a line from the left. */
export function sortByReadingOrder<T extends Place & { readonly page: number }>(fields: readonly T[]): T[] {
  const isSameLine = (one: T, other: T) =>
    Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < Math.min(one.height, other.height) / 2;
  return [...fields].sort((one, other) => {
    if (one.page !== other.page) return one.page - other.page;
    return isSameLine(one, other) ? one.x - other.x : one.y + one.height / 2 - other.y - other.height / 2;
  });
}

/** Whether two places overlap. */
export function overlap(one: Place, other: Place): boolean {
  const across = one.x < other.x + other.width && other.x < one.x + one.width;
  return across && one.y < other.y + other.height && other.y < one.y + one.height;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}

/** Six decimals are a thousandth of a point; more would make saves differ by noise. */
function roundPlace({ x, y, width, height }: Place): Place {
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}
