import type { CandidateSet } from './candidate.ts';
import { buildColumns, findColumnStarts } from '#reading/page/columns.ts';
import type { Edges } from '#reading/page/edges.ts';
import { type Ink, measureRoomAbove } from '#reading/page/ink.ts';
import type { Leader, PageBox, PageFacts } from '#reading/page/page-facts.ts';

/** The smallest width of a blank for text, and of a blank for a tick, in points. */
const LEAST_WIDTH = 11;

/** Proposes blanks made of underscores or dots, both single and stacked. */
export function addLeaderCandidates(page: PageFacts, ink: Ink, set: CandidateSet): void {
  const boxes: { leader: Leader; box: PageBox }[] = [];
  for (const leader of page.leaders) {
    if (leader.width < LEAST_WIDTH) continue;
    const right = leader.x + leader.width;
    const bottom = leader.kind === 'underscore' ? leader.y + leader.height : leader.baseline;
    const room = measureRoomAbove(ink, leader.x, right, bottom - 1, 40);
    const height = Math.max(8, Math.min(room, leader.size * 1.15, 20));
    const box = { x: leader.x, y: bottom - height, width: leader.width, height };
    boxes.push({ leader, box });
    set.add(box, leader.kind, { parts: 1, sides: 8 });
    const below = findColumnStarts(ink, leader.x, bottom + 2, right, bottom + 11);
    for (const [from, to] of buildColumns(below, leader.x, right)) {
      set.add({ x: from, y: box.y, width: to - from, height }, 'labelSplit', { frame: box, sides: 8 });
      const tall = Math.min(room, leader.size * 1.5);
      if (tall <= height + 2) continue;
      const taller = { x: from, y: bottom - tall, width: to - from, height: tall };
      set.add(taller, 'labelSplit', { frame: box, sides: 8 });
    }
    if (room > leader.size * 1.4 && leader.kind === 'underscore') {
      const between = Math.min(room, leader.size * 1.5);
      set.add({ ...box, y: bottom - between, height: between }, 'lineBetween', { frame: box, sides: 8 });
    }
    if (room > leader.size * 1.7 && leader.kind === 'underscore') {
      const tall = Math.min(room, leader.size * 2);
      set.add({ ...box, y: bottom - tall, height: tall }, 'openLineTall', { frame: box, sides: 8 });
    }
  }
  stackLeaders(boxes, set);
}

function stackLeaders(boxes: readonly { leader: Leader; box: PageBox }[], set: CandidateSet): void {
  const done = new Set<PageBox>();
  for (const [index, start] of boxes.entries()) {
    if (done.has(start.box) || start.box.width < 90) continue;
    const stack = [start.box];
    for (const next of boxes.slice(index + 1)) {
      const last = stack.at(-1);
      if (last === undefined) break;
      const pitch = next.leader.baseline - (last.y + last.height);
      const aligned = Math.abs(next.box.x + next.box.width - start.box.x - start.box.width) < 14;
      if (aligned && pitch > 6 && pitch < start.leader.size * 2.6) stack.push(next.box);
    }
    const last = stack.at(-1);
    if (last === undefined || stack.length < 2) continue;
    for (const box of stack) done.add(box);
    const x = Math.min(...stack.map((box) => box.x));
    const right = Math.max(...stack.map((box) => box.x + box.width));
    const box = { x, y: start.box.y, width: right - x, height: last.y + last.height - start.box.y };
    set.add(box, 'stacked', { parts: stack.length, sides: 8 });
  }
}

/**
 * The largest width of a blank after a label without a line, and the smallest gap between words that may be a
 * blank, in points.
 */
const WIDEST = 260;
const LEAST_GAP = 24;

/** Proposes the white space after labels with a colon and in wide gaps between words. */
export function addWhiteSpaceCandidates(page: PageFacts, ink: Ink, edges: Edges, set: CandidateSet): void {
  const margin = Math.max(0, ...page.lines.map((line) => line.x + line.width));
  for (const line of page.lines) {
    const left = line.x + line.width + 2;
    const top = line.baseline - line.size * 1.05;
    const bottom = line.baseline + line.size * 0.3;
    const wall = edges.vertical.find(({ at, from, to }) => at > left && from < bottom - 4 && to > top + 4);
    const next = Math.min(
      wall?.at ?? margin,
      ...ink.words.within(left, top + 3, page.width, bottom - 3).map(({ x }) => x),
      ...ink.leaders.within(left, top + 3, page.width, bottom).map(({ x }) => x),
      ...ink.marks.within(left, top + 3, page.width, bottom - 3).map(({ x }) => x),
    );
    const width = next - left - 1;
    const asks = /[:?]\s*\)?$/.test(line.text);
    if (width < (asks ? 20 : LEAST_GAP)) continue;
    if (isRuled(edges, left, Math.min(next, left + WIDEST), line.baseline)) continue;
    const box = { x: left, y: top, width: Math.min(width, WIDEST), height: bottom - top };
    if (asks) set.add(box, 'labelOnly');
    else if (next < margin - 2 && width < 220) set.add(box, 'textGap');
  }
}

function isRuled(edges: Edges, left: number, right: number, baseline: number): boolean {
  return edges.horizontal.some(
    ({ at, from, to }) =>
      at > baseline - 3 &&
      at < baseline + 7 &&
      Math.min(to, right) - Math.max(from, left) > (right - left) * 0.4,
  );
}
