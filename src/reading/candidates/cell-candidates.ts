import type { CandidateSet, Cue } from './candidate.ts';
import { buildColumns, findColumnStarts } from '#reading/page/columns.ts';
import type { Ink } from '#reading/page/ink.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import type { Region } from '#reading/page/regions.ts';

/** The largest height of a region that counts as a cell, in points. */
const TALLEST_CELL = 260;

/** A region with more words is a passage of text. */
const MOST_WORDS = 60;

/**
 * A cell higher than `TWO_LINES` may have a field of one line at its bottom, which is `ONE_LINE` high. The
 * other pair is the same for a generous line. In points.
 */
const TWO_LINES = 20;
const ONE_LINE = 13;
const GENEROUS_FROM = 34;
const GENEROUS_LINE = 21;

/** The smallest size of the part of a cell that remains beside its label, in points. */
const LEAST_WIDTH = 12;
const LEAST_HEIGHT = 6.5;

export function getSideBits({ sides, soft, dashed }: Region): number {
  return (
    (sides.left ? 1 : 0) |
    (sides.right ? 2 : 0) |
    (sides.top ? 4 : 0) |
    8 |
    (soft ? 16 : 0) |
    (dashed ? 32 : 0)
  );
}

/** Proposes a cell, and the empty parts beside, below, and between the words in it. */
export function addCellCandidates(region: Region, ink: Ink, set: CandidateSet): void {
  if (!region.sides.top || region.height > TALLEST_CELL) return;
  const right = region.x + region.width;
  const bottom = region.y + region.height;
  const printed = listObstacles(region, ink);
  const more = { frame: region, sides: getSideBits(region) };
  const add = (left: number, top: number, end: number, low: number, cue: Cue) =>
    set.add({ x: left, y: top, width: end - left, height: low - top }, cue, more);

  if (printed.length === 0) {
    add(region.x, region.y, right, bottom, 'cell');
    if (region.height > TWO_LINES) add(region.x, bottom - ONE_LINE, right, bottom, 'cellStrip');
    if (region.height > GENEROUS_FROM) add(region.x, bottom - GENEROUS_LINE, right, bottom, 'cellStrip');
    return;
  }
  if (printed.length > MOST_WORDS) return;
  const inked = printed.reduce((sum, box) => sum + box.width * box.height, 0);
  if (inked < region.width * region.height * 0.4) add(region.x, region.y, right, bottom, 'cell');

  const rows = groupIntoRows(printed);
  const lowest = Math.max(...printed.map((box) => box.y + box.height));
  const highest = Math.min(...printed.map(({ y }) => y));
  const last = Math.max(...printed.map((box) => box.x + box.width));
  const first = Math.min(...printed.map(({ x }) => x));
  if (bottom - lowest >= LEAST_HEIGHT) {
    add(region.x, lowest, right, bottom, 'cellBelow');
    if (bottom - lowest > TWO_LINES) add(region.x, bottom - ONE_LINE, right, bottom, 'cellStrip');
    const starts = findColumnStarts(ink, region.x, lowest - 9, right, lowest - 1);
    const top = Math.max(lowest, bottom - GENEROUS_LINE);
    for (const [left, end] of buildColumns(starts, region.x, right))
      add(left, top, end, bottom, 'labelSplit');
  }
  if (highest - region.y >= LEAST_HEIGHT + 1) add(region.x, region.y, right, highest, 'cellAbove');
  if (right - last >= LEAST_WIDTH) {
    add(last + 2, region.y, right, bottom, 'cellRight');
    if (region.height > TWO_LINES) add(last + 2, bottom - ONE_LINE, right, bottom, 'cellStrip');
  }
  if (first - region.x >= LEAST_WIDTH) add(region.x, region.y, first - 1, bottom, 'cellGap');
  if (rows.length > 8) return;
  for (const [index, row] of rows.entries()) {
    const above = rows[index - 1];
    const below = rows[index + 1];
    const low = below === undefined ? bottom : Math.min(row.bottom + 4, below.top);
    const top = Math.max(above === undefined ? region.y : above.bottom, low - 24);
    for (const [left, end] of findGaps(row, region.x, right)) {
      if (low - top >= LEAST_HEIGHT) add(left, top, end, low, 'cellGap');
    }
  }
}

function listObstacles(region: Region, ink: Ink): PageBox[] {
  const right = region.x + region.width;
  const bottom = region.y + region.height;
  const isInside = (box: PageBox) => {
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    return x > region.x && x < right && y > region.y && y < bottom;
  };
  const dots = ink.leaders
    .within(region.x, region.y, right, bottom)
    .filter((leader) => leader.kind === 'dots');
  return [
    ...ink.words.within(region.x, region.y, right, bottom).filter(isInside),
    ...ink.marks
      .within(region.x, region.y, right, bottom)
      .filter((mark) => isInside(mark) && mark.width < region.width * 0.8),
    ...dots.filter(isInside),
  ];
}

type Row = { top: number; bottom: number; boxes: PageBox[] };

function groupIntoRows(boxes: readonly PageBox[]): Row[] {
  const rows: Row[] = [];
  for (const box of [...boxes].sort((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row !== undefined && box.y + box.height / 2 < row.bottom) {
      row.boxes.push(box);
      row.bottom = Math.max(row.bottom, box.y + box.height);
    } else rows.push({ top: box.y, bottom: box.y + box.height, boxes: [box] });
  }
  return rows;
}

/** The smallest gap between words that is more than ordinary spacing, in points. */
const LEAST_GAP = 16;

function findGaps(row: Row, from: number, to: number): [left: number, right: number][] {
  const gaps: [number, number][] = [];
  let at = from;
  for (const box of [...row.boxes].sort((one, other) => one.x - other.x)) {
    if (box.x - at >= LEAST_GAP) gaps.push([at, box.x - 1]);
    at = Math.max(at, box.x + box.width + 2);
  }
  if (to - at >= LEAST_WIDTH) gaps.push([at, to]);
  return gaps;
}
