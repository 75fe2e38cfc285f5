import type { CandidateSet } from './candidate.ts';
import type { Edges } from '#reading/page/edges.ts';
import { BoxIndex, type Ink } from '#reading/page/ink.ts';
import type { PageFacts, TextLine } from '#reading/page/page-facts.ts';

/**
 * The largest number of words in a label, and the smallest and largest height of the white space below it, in
 * points.
 */
const LONGEST = 8;
const LEAST_ROOM = 11;
const TALLEST = 22;

/**
 * The smallest and largest width of the white space, and the largest distance between a label and a line that
 * bounds its column, in points.
 */
const NARROWEST = 24;
const WIDEST = 260;
const BESIDE = 8;

/**
 * Proposes the white space below labels that are in a row or next to a vertical line, if no line is drawn
 * there.
 */
export function addUnderLabelCandidates(page: PageFacts, ink: Ink, edges: Edges, set: CandidateSet): void {
  const lines = new BoxIndex(page.lines);
  const margin = Math.max(0, ...page.lines.map((line) => line.x + line.width));
  for (const line of page.lines) {
    if (line.words.length > LONGEST || /[.;,]$/.test(line.text)) continue;
    const row = lines
      .within(0, line.y, page.width, line.y + line.height)
      .filter((other) => other !== line && Math.abs(other.baseline - line.baseline) < 2);
    const top = line.y + line.height + 1;
    const walls = edges.vertical.filter(({ from, to }) => from < top + LEAST_ROOM && to > top + 4);
    const isWalled = walls.some(({ at }) => at < line.x + 1 && at > line.x - BESIDE);
    if (row.length === 0 && !isWalled) continue;
    const left = line.x - 1;
    const right = Math.min(
      margin,
      left + WIDEST,
      ...row.filter(({ x }) => x > line.x + line.width).map(({ x }) => x - 3),
      ...walls.filter(({ at }) => at > line.x + line.width).map(({ at }) => at),
    );
    const room = measureRoomBelow({ line, left, right, top }, ink, edges);
    if (right - left < NARROWEST || room < LEAST_ROOM) continue;
    set.add({ x: left, y: top, width: right - left, height: Math.min(room, TALLEST) }, 'underLabel');
  }
}

type Below = { readonly line: TextLine; readonly left: number; readonly right: number; readonly top: number };

/** Returns the distance from a label down to the next word, mark, or line. */
function measureRoomBelow({ left, right, top }: Below, ink: Ink, edges: Edges): number {
  const low = top + TALLEST * 2;
  const starts = [
    ...ink.words.within(left + 1, top, right - 1, low).map(({ y }) => y),
    ...ink.marks.within(left + 1, top, right - 1, low).map(({ y }) => y),
    ...ink.leaders.within(left + 1, top, right - 1, low).map(({ y }) => y),
    ...edges.horizontal
      .filter(({ at, from, to }) => at > top && at < low && from < right - 2 && to > left + 2)
      .map(({ at }) => at),
  ];
  return Math.min(low, ...starts) - top;
}
