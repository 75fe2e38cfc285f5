import type { AnchorOutcome, AnchorRequest, Spot } from '#domain/field/anchor.ts';
import type { FieldAnchor } from '#domain/field/details.ts';
import { type Hit, MOST_HITS, Occurrences, type VisualOrders } from './find.ts';
import type { PageText } from './page-text.ts';
import { findSimilarTexts } from './similar-texts.ts';
import { getCorner, type Size, toPageSpot } from './spot.ts';

/** The weight of a step sideways relative to a step down, because columns matter less than distance. */
const SIDEWAYS = 0.5;

/** How far above the top of the other text a text may start to count as in the same row, in points. */
const SAME_ROW = 4;

/**
 * The largest number of missing texts for which similar texts are looked up, and the number of words searched
 * for the first of them. Each further lookup searches fewer words.
 */
const MOST_SUGGESTED = 20;
const MOST_WORDS = 200_000;

/** Finds the places of anchored fields in a document's drawn text. */
export function resolveAnchors(
  pages: readonly PageText[],
  requests: readonly AnchorRequest[],
  visualOrders: VisualOrders,
): AnchorOutcome[] {
  const known = new Map<string, Occurrences>();
  const suggested = new Map<string, readonly string[]>();
  const findOccurrences = (
    text: string,
    { page, ignoreCase }: { readonly page?: number | undefined; readonly ignoreCase: boolean },
    within: Within,
  ) => {
    const key = JSON.stringify([text, ignoreCase, page, within]);
    const found =
      known.get(key) ?? new Occurrences(limitPages(pages, page, within), { text, ignoreCase }, visualOrders);
    known.set(key, found);
    return found;
  };
  const suggest = (text: string): AnchorOutcome => {
    const words = MOST_WORDS / 2 ** suggested.size;
    const similar =
      suggested.get(text) ??
      (suggested.size < MOST_SUGGESTED ? findSimilarTexts(pages, text, visualOrders, words) : []);
    suggested.set(text, similar);
    return { kind: 'absent', text, similar };
  };
  const resolve = (
    { anchor, size, within, covers = false }: AnchorRequest,
    ignoreCase: boolean,
    createAbsent: (text: string) => AnchorOutcome,
  ): AnchorOutcome => {
    const { text, near, occurrence = 1, page } = anchor;
    if (page !== undefined && page > pages.length) return { kind: 'no_such_page', pages: pages.length };
    const whole = near !== undefined || typeof occurrence === 'string';
    const all = findOccurrences(text, { page, ignoreCase }, within).first(whole ? MOST_HITS : occurrence);
    if (all.length === 0) return createAbsent(text);
    let hits = all;
    if (near !== undefined) {
      // What is nearby only narrows the choice, so its case matters only if the anchor says so.
      const others = findOccurrences(near, { ignoreCase: anchor.ignoreCase ?? true }, within).first();
      if (others.length === 0) return createAbsent(near);
      hits = findClosestBelow(all, others);
      if (hits.length === 0) return { kind: 'not_below', text, near };
    }
    if (whole && all.length >= MOST_HITS) return { kind: 'too_many', text, most: MOST_HITS - 1 };
    if (occurrence === 'all')
      return {
        kind: 'found',
        spots: hits.map((hit) => toSpot(hit, anchor, covers ? hit.box : size, covers)),
      };
    const chosen = hits.at(occurrence === 'last' ? -1 : occurrence - 1);
    if (chosen === undefined) return { kind: 'too_few', text, count: hits.length };
    return { kind: 'found', spots: [toSpot(chosen, anchor, covers ? chosen.box : size, covers)] };
  };
  return requests.map((request) => {
    const { ignoreCase = true, occurrence } = request.anchor;
    // "TENANT" under a signature wins over "Tenant" in the first paragraph. Whoever wants all, gets all.
    if (request.anchor.ignoreCase === undefined && occurrence !== 'all') {
      const exact = resolve(request, false, (text) => ({ kind: 'absent', text, similar: [] }));
      if (exact.kind === 'found') return exact;
    }
    return resolve(request, ignoreCase, suggest);
  });
}

type Within = AnchorRequest['within'];

function limitPages(
  pages: readonly PageText[],
  page: number | undefined,
  within: Within,
): readonly PageText[] {
  return pages.slice(
    Math.max(page ?? 1, within?.first ?? 1) - 1,
    Math.min(page ?? pages.length, within?.last ?? pages.length),
  );
}

function toSpot({ page, box }: Hit, anchor: FieldAnchor, size: Size, covers: boolean): Spot {
  const width = anchor.width === undefined ? size.width : anchor.width * page.width;
  const height = anchor.height === undefined ? size.height : anchor.height * page.height;
  const { x, y } = getCorner(box, anchor.place ?? (covers ? 'over' : 'right'), { width, height });
  const shifted = { x: x + (anchor.dx ?? 0) * page.width, y: y + (anchor.dy ?? 0) * page.height };
  return toPageSpot(page, shifted, { width, height });
}

/** Returns the texts that are below others, with the closest first. */
function findClosestBelow(hits: readonly Hit[], others: readonly Hit[]): Hit[] {
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
