import { movePlace, resizePlace, type Handle, type Place, type Size } from './geometry.ts';

/** Lines that a snapped field shares with others: fractions of the page's width (`x`) and height (`y`). */
export type Guides = { readonly x: readonly number[]; readonly y: readonly number[] };

export type Snapped = { readonly place: Place; readonly guides: Guides };

const CENTER_OF_PAGE = 0.5;

/**
 * Snaps a moved place: one of its edges or its center to an edge or center of another on its page, or its
 * center to the page's, if within the tolerance (fractions). Returns the lines as well.
 */
export function snapPlace(place: Place, others: readonly Place[], tolerance: Size): Snapped {
  const x = findNearestGuide(listEdges(place.x, place.width), listXLines(others), tolerance.width);
  const y = findNearestGuide(listEdges(place.y, place.height), listYLines(others), tolerance.height);
  const inside = movePlace(place, x?.shift ?? 0, y?.shift ?? 0);
  return { place: inside, guides: toGuides(x, y) };
}

/** Moves one handle by fractions, and snaps the moving edges to others on the page. */
export function snapResize(
  place: Place,
  { handle, dx, dy }: { readonly handle: Handle; readonly dx: number; readonly dy: number },
  others: readonly Place[],
  { tolerance, min }: { readonly tolerance: Size; readonly min: Size },
): Snapped {
  const wanted = resizePlace(place, handle, dx, dy, min);
  const x = findNearestGuide(
    findMovingEdge(handle, 'w', 'e', wanted.x, wanted.width),
    listXLines(others),
    tolerance.width,
  );
  const y = findNearestGuide(
    findMovingEdge(handle, 'n', 's', wanted.y, wanted.height),
    listYLines(others),
    tolerance.height,
  );
  const pulled = resizePlace(wanted, handle, x?.shift ?? 0, y?.shift ?? 0, min);
  return { place: pulled, guides: toGuides(x, y) };
}

/** A line to snap to. Only centers snap to the page's center. */
type Line = { readonly at: number; readonly centersOnly: boolean };
type Own = { readonly at: number; readonly isCenter: boolean };
type Pull = { readonly shift: number; readonly line: number };

function listXLines(others: readonly Place[]): Line[] {
  return withPage(others.flatMap((other) => listEdges(other.x, other.width)));
}

function listYLines(others: readonly Place[]): Line[] {
  return withPage(others.flatMap((other) => listEdges(other.y, other.height)));
}

function withPage(lines: readonly Own[]): Line[] {
  return [...lines.map(({ at }) => ({ at, centersOnly: false })), { at: CENTER_OF_PAGE, centersOnly: true }];
}

function listEdges(start: number, length: number): Own[] {
  return [
    { at: start, isCenter: false },
    { at: start + length / 2, isCenter: true },
    { at: start + length, isCenter: false },
  ];
}

function findMovingEdge(handle: Handle, before: string, after: string, start: number, length: number): Own[] {
  // An edge that is pulled may come to the page's center as well.
  if (handle.includes(before)) return [{ at: start, isCenter: true }];
  return handle.includes(after) ? [{ at: start + length, isCenter: true }] : [];
}

function findNearestGuide(own: readonly Own[], lines: readonly Line[], tolerance: number): Pull | null {
  let best: Pull | null = null;
  for (const { at: line, centersOnly } of lines) {
    for (const { at, isCenter } of own) {
      const shift = line - at;
      if (centersOnly && !isCenter) continue;
      if (Math.abs(shift) <= tolerance && (best === null || Math.abs(shift) < Math.abs(best.shift)))
        best = { shift, line };
    }
  }
  return best;
}

function toGuides(x: Pull | null, y: Pull | null): Guides {
  return { x: x === null ? [] : [x.line], y: y === null ? [] : [y.line] };
}
