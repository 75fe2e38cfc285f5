import { isTextRightToLeft } from '#domain/text.ts';
import type { PageBox } from '../page/page-facts.ts';

export type PlacedLine = PageBox & { readonly text: string };

/** Where the second column of prose starts, and how wide a line of a column is, in fractions of the page. */
const SECOND_COLUMN = { from: 0.4, to: 0.65 };
const COLUMN_LINE = { from: 0.25, to: 0.6 };

/**
 * The smallest number of lines in each column, and the largest difference between their starts, in points.
 */
const LEAST_LINES = 6;
const SAME_START = 3;

/**
 * Sorts lines that go from top to bottom into reading order. Where prose is set in two columns, the second
 * column follows the first.
 */
export function sortByReadingOrder<Line extends PlacedLine>(
  lines: readonly Line[],
  pageWidth: number,
): Line[] {
  const gutter = findGutter(lines, pageWidth);
  if (gutter === null) return [...lines];
  const ordered: Line[] = [];
  let columns: { left: Line[]; right: Line[] } = { left: [], right: [] };
  const endColumns = () => {
    const { left, right } = columns;
    ordered.push(...(isRightToLeft([...left, ...right]) ? [...right, ...left] : [...left, ...right]));
    columns = { left: [], right: [] };
  };
  for (const line of lines) {
    if (line.x >= gutter) columns.right.push(line);
    else if (line.x + line.width <= gutter) columns.left.push(line);
    else {
      endColumns();
      ordered.push(line);
    }
  }
  endColumns();
  return ordered;
}

/** Returns where the second column starts; null if there aren't two columns. */
function findGutter(lines: readonly PlacedLine[], pageWidth: number): number | null {
  const ofColumns = lines.filter(({ width }) => isBetween(width / pageWidth, COLUMN_LINE));
  const seconds = ofColumns.filter(({ x }) => isBetween(x / pageWidth, SECOND_COLUMN));
  const starts = new Map<number, number>();
  for (const { x } of seconds) {
    const start = Math.round(x / SAME_START);
    starts.set(start, (starts.get(start) ?? 0) + 1);
  }
  const [[start, count] = [0, 0]] = [...starts].sort(([, one], [, other]) => other - one);
  const gutter = (start - 1) * SAME_START;
  const firsts = ofColumns.filter(({ x, width }) => x + width <= gutter).length;
  return count >= LEAST_LINES && firsts >= LEAST_LINES ? gutter : null;
}

function isBetween(value: number, { from, to }: { readonly from: number; readonly to: number }): boolean {
  return value >= from && value <= to;
}

function isRightToLeft(lines: readonly PlacedLine[]): boolean {
  return lines.filter(({ text }) => isTextRightToLeft(text)).length * 2 > lines.length;
}
