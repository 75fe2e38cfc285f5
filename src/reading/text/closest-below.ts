import type { Hit } from './find.ts';

/** The weight of a step sideways relative to a step down, because columns matter less than distance. */
const SIDEWAYS = 0.5;

/** How far above the top of the other text a text may start to count as in the same row, in points. */
const SAME_ROW = 4;

/** Returns the texts that are below others, with the closest first. */
export function findClosestBelow(hits: readonly Hit[], others: readonly Hit[]): Hit[] {
  return hits
    .map((hit) => ({ hit, distance: Math.min(...others.map((other) => getDistanceBelow(hit, other))) }))
    .filter(({ distance }) => distance < Infinity)
    .sort((one, other) => one.distance - other.distance)
    .map(({ hit }) => hit);
}

function getDistanceBelow(hit: Hit, other: Hit): number {
  const pages = hit.page.number - other.page.number;
  if (pages < 0 || isWithin(hit, other)) return Infinity;
  const down = hit.box.y - other.box.y + pages * other.page.height;
  if (down < -SAME_ROW) return Infinity;
  const gap = Math.max(
    0,
    hit.box.x - (other.box.x + other.box.width),
    other.box.x - (hit.box.x + hit.box.width),
  );
  return Math.max(0, down) + gap * SIDEWAYS;
}

/** Checks whether a text overlaps the other one. */
function isWithin(hit: Hit, other: Hit): boolean {
  return hit.page === other.page && hit.from < other.to && other.from < hit.to;
}
