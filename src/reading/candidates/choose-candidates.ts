import { type PageBox, getSharedArea } from '#reading/page/page-facts.ts';

/**
 * The smallest probability at which a candidate becomes a field. It gave the best balance of missed and false
 * fields on held-out documents.
 */
const LEAST_PROBABILITY = 0.36;

/** If a page's best candidate is less probable than this, the page has no fields. */
const LEAST_BEST = 0.5;

/** The largest overlap that two fields may have, as a share of the smaller box. */
const MOST_SHARED = 0.3;

/** Chooses the most probable boxes that don't overlap. Returns their indexes in order. */
export function chooseCandidates(
  boxes: readonly PageBox[],
  probabilities: ArrayLike<number>,
  least = LEAST_PROBABILITY,
): number[] {
  const order = boxes
    .map((_, index) => index)
    .filter((index) => (probabilities[index] ?? 0) >= least)
    .sort((one, other) => (probabilities[other] ?? 0) - (probabilities[one] ?? 0));
  if ((probabilities[order[0] ?? -1] ?? 0) < LEAST_BEST) return [];
  const chosen: number[] = [];
  for (const index of order) {
    const box = boxes[index];
    if (box !== undefined && chosen.every((other) => !isColliding(box, boxes[other]))) chosen.push(index);
  }
  return chosen.sort((one, other) => one - other);
}

function isColliding(one: PageBox, other: PageBox | undefined): boolean {
  if (other === undefined) return false;
  const smaller = Math.min(one.width * one.height, other.width * other.height);
  return getSharedArea(one, other) > smaller * MOST_SHARED;
}
