import { m } from '#i18n/compiled/messages.js';
import type { Place } from './geometry.ts';

/** Ways to arrange several fields. Widths and sizes follow the field selected last. */
export const ARRANGEMENTS = [
  { how: 'left', key: 'L', least: 2 },
  { how: 'center', key: 'C', least: 2 },
  { how: 'right', key: 'R', least: 2 },
  { how: 'top', key: 'T', least: 2 },
  { how: 'middle', key: 'M', least: 2 },
  { how: 'bottom', key: 'B', least: 2 },
  { how: 'across', key: 'H', least: 3 },
  { how: 'down', key: 'V', least: 3 },
  { how: 'width', key: 'W', least: 2 },
  { how: 'size', key: 'S', least: 2 },
] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number]['how'];

/** Returns the name of an arrangement. */
export function getArrangementName(how: Arrangement): string {
  return m[`editor_arrange_${how}`]();
}

/**
 * Arranges places. Edges go to the outermost one; distributing keeps the outer two and evens out the gaps.
 */
export function arrangePlaces(places: readonly Place[], how: Arrangement): Place[] {
  const model = places.at(-1);
  if (model === undefined) return [];
  const box = getBounds(places);
  switch (how) {
    case 'left':
      return places.map((place) => ({ ...place, x: box.x }));
    case 'center':
      return places.map((place) => ({ ...place, x: box.x + (box.width - place.width) / 2 }));
    case 'right':
      return places.map((place) => ({ ...place, x: box.x + box.width - place.width }));
    case 'top':
      return places.map((place) => ({ ...place, y: box.y }));
    case 'middle':
      return places.map((place) => ({ ...place, y: box.y + (box.height - place.height) / 2 }));
    case 'bottom':
      return places.map((place) => ({ ...place, y: box.y + box.height - place.height }));
    case 'across':
      return spread(places, box, ACROSS);
    case 'down':
      return spread(places, box, DOWN);
    case 'width':
      return places.map((place) => ({ ...place, width: model.width }));
    case 'size':
      return places.map((place) => ({ ...place, width: model.width, height: model.height }));
    default:
      return how satisfies never;
  }
}

/** Returns the smallest place that contains all of them. */
export function getBounds(places: readonly Place[]): Place {
  const x = Math.min(...places.map((place) => place.x));
  const y = Math.min(...places.map((place) => place.y));
  return {
    x,
    y,
    width: Math.max(...places.map((place) => place.x + place.width)) - x,
    height: Math.max(...places.map((place) => place.y + place.height)) - y,
  };
}

const ACROSS = { start: 'x', length: 'width' } as const;
const DOWN = { start: 'y', length: 'height' } as const;

function spread(
  places: readonly Place[],
  box: Place,
  { start, length }: typeof ACROSS | typeof DOWN,
): Place[] {
  if (places.length < 3) return [...places];
  const getMiddle = (place: Place) => place[start] + place[length] / 2;
  const order = [...places].sort((one, other) => getMiddle(one) - getMiddle(other));
  const filled = places.reduce((sum, place) => sum + place[length], 0);
  const gap = (box[length] - filled) / (places.length - 1);
  const starts = new Map<Place, number>();
  let at = box[start];
  for (const place of order) {
    starts.set(place, at);
    at += place[length] + gap;
  }
  return places.map((place) => ({ ...place, [start]: starts.get(place) ?? place[start] }));
}
