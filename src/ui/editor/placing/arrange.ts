import type { Place } from './geometry.ts';

/** Ways to put several fields in order. Those of size take the last chosen one's. */
export const ARRANGEMENTS = [
  { how: 'left', words: 'Align left edges', key: 'L', least: 2 },
  { how: 'center', words: 'Align centers', key: 'C', least: 2 },
  { how: 'right', words: 'Align right edges', key: 'R', least: 2 },
  { how: 'top', words: 'Align top edges', key: 'T', least: 2 },
  { how: 'middle', words: 'Align middles', key: 'M', least: 2 },
  { how: 'bottom', words: 'Align bottom edges', key: 'B', least: 2 },
  { how: 'across', words: 'Distribute across', key: 'H', least: 3 },
  { how: 'down', words: 'Distribute down', key: 'V', least: 3 },
  { how: 'width', words: 'Same width', key: 'W', least: 2 },
  { how: 'size', words: 'Same size', key: 'S', least: 2 },
] as const;
export type Arrangement = (typeof ARRANGEMENTS)[number]['how'];

/** Puts places in order. Edges go to the outermost one; distributing keeps the outer two and makes the gaps alike. */
export function arranged(places: readonly Place[], how: Arrangement): Place[] {
  const model = places.at(-1);
  if (model === undefined) return [];
  const box = boundsOf(places);
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

/** The smallest place that holds all of them. */
export function boundsOf(places: readonly Place[]): Place {
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
  const middle = (place: Place) => place[start] + place[length] / 2;
  const order = [...places].sort((one, other) => middle(one) - middle(other));
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
