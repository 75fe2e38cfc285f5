import type { PageBox, TextLine } from '#reading/page/page-facts.ts';

/** A blank and its current label. */
export type Named = { readonly box: PageBox; readonly label: string; readonly isTick: boolean };

/** How much the sides of blanks in one column may differ, and how far apart the blanks may be, in points. */
const ALIGNED = 4;
const FARTHEST = 30;

/** How far above a column its heading may end, in points, and how many lines the heading may have. */
const REACH = 24;
const MOST_LINES = 4;

/**
 * Returns the heading of each blank's column: the words above the topmost blank. Null for ticks and for
 * columns with only one blank.
 */
export function findColumnHeadings(named: readonly Named[], lines: readonly TextLine[]): (string | null)[] {
  const above = named.map((one) => (one.isTick ? -1 : findBlankAbove(one.box, named)));
  const below = new Set(above);
  const headings = new Map<number, string>();
  return named.map((one, index) => {
    if (one.isTick || (above[index] === -1 && !below.has(index))) return null;
    let top = index;
    for (let next = above[top] ?? -1; next !== -1; next = above[top] ?? -1) top = next;
    const known = headings.get(top);
    if (known !== undefined) return known;
    const topmost = named[top];
    const heading = topmost === undefined ? '' : findHeading(topmost.box, lines);
    headings.set(top, heading);
    return heading;
  });
}

/** Checks whether a label is only a number, letter, or sign, as in numbered rows. */
export function isBare(label: string): boolean {
  return label.replaceAll(/[^\p{L}]/gu, '').length <= 1;
}

function findBlankAbove({ x, y, width }: PageBox, named: readonly Named[]): number {
  let found = -1;
  let least = FARTHEST;
  for (const [index, { box, isTick }] of named.entries()) {
    const gap = y - box.y - box.height;
    if (isTick || gap < -2 || gap >= least) continue;
    if (Math.abs(box.x - x) > ALIGNED || Math.abs(box.x + box.width - x - width) > ALIGNED) continue;
    found = index;
    least = gap;
  }
  return found;
}

/** Returns the lines right above a box, from top to bottom. */
function findHeading(box: PageBox, lines: readonly TextLine[]): string {
  const right = box.x + box.width;
  const over = lines
    .filter((line) => {
      const middle = line.x + line.width / 2;
      return middle > box.x - 2 && middle < right + 2 && line.width < box.width * 1.5 + 20 && line.y < box.y;
    })
    .sort((one, other) => other.baseline - one.baseline);
  const taken: TextLine[] = [];
  let at = box.y;
  let reach = REACH;
  for (const line of over) {
    if (at - line.y - line.height > reach || taken.length === MOST_LINES) break;
    // A line that ends with a colon is the label of something else.
    if (taken.length === 0 && line.text.endsWith(':')) break;
    taken.unshift(line);
    at = line.y;
    reach = line.size * (taken.every(({ text }) => isBare(text)) ? 1.4 : 0.6);
  }
  return taken.map(({ text }) => text).join(' ');
}
