import { isMark } from '#domain/field/answer.ts';
import { collectEdges } from './page/edges.ts';
import { toFractions, type PageBox, type PageFacts } from './page/page-facts.ts';
import type { ProposedField } from './proposed-field.ts';

/** The heights at which a signature and initials are legible, in points. */
const WANTED = { signature: 28, initials: 24 } as const;

/** The space that stays free between a grown box and what is printed above it, in points. */
const GAP = 1;

/** Anything that reaches into a box from the side by less than this doesn't count as above it, in points. */
const SIDE = 1;

/**
 * Raises the boxes of signatures and initials to a height that is suitable for a pen, unless something else
 * is printed or proposed above them. Blanks are measured by their line. Handwriting extends beyond the line,
 * but a picture stays inside its box.
 */
export function withSigningRoom(
  fields: readonly ProposedField[],
  pages: readonly PageFacts[],
): ProposedField[] {
  const boxes = new Map(fields.map((field) => [field, field.box]));
  for (const page of pages) {
    const own = fields.filter((field) => field.page === page.number);
    const marks = own.filter(isMark);
    if (marks.length === 0) continue;
    const printed = listPrinted(page);
    for (const field of marks) {
      const box = toPoints(field.box, page);
      const others = own
        .filter((other) => other !== field)
        .map((other) => toPoints(boxes.get(other) ?? other.box, page));
      boxes.set(field, toFractions(raiseBox(box, getWantedHeight(field), [...printed, ...others]), page));
    }
  }
  return fields.map((field) => ({ ...field, box: boxes.get(field) ?? field.box }));
}

function getWantedHeight({ type }: ProposedField): number {
  return type === 'initials' ? WANTED.initials : WANTED.signature;
}

/**
 * Returns a box with the same bottom edge. Its top is as high as wanted, or right below whatever is above it.
 */
function raiseBox(box: PageBox, wanted: number, obstacles: readonly PageBox[]): PageBox {
  const foot = box.y + box.height;
  const above = obstacles.filter(
    ({ x, y, width }) => y < box.y && x < box.x + box.width - SIDE && x + width > box.x + SIDE,
  );
  const highest = Math.max(0, ...above.map(({ y, height }) => y + height + GAP));
  const top = Math.min(box.y, Math.max(foot - wanted, highest));
  return { ...box, y: top, height: foot - top };
}

/**
 * Returns everything on a page that a box must not cover: words, blanks, lines, sides of cells, and small
 * pictures.
 */
function listPrinted(page: PageFacts): PageBox[] {
  const edges = collectEdges(page);
  return [
    ...page.lines,
    ...page.turned,
    ...page.leaders,
    ...page.images.filter(({ height }) => height < page.height / 2),
    ...edges.horizontal.map(({ at, from, to }) => ({ x: from, y: at, width: to - from, height: 0 })),
    ...edges.vertical.map(({ at, from, to }) => ({ x: at, y: from, width: 0, height: to - from })),
  ];
}

function toPoints({ x, y, width, height }: PageBox, page: PageFacts): PageBox {
  return { x: x * page.width, y: y * page.height, width: width * page.width, height: height * page.height };
}
