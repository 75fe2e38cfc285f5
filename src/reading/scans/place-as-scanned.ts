import type { PageBox, PageFacts, Point, Quad } from '../page/page-facts.ts';
import { projectPoint, projectSquare } from './projection.ts';
import { turnBox } from './tilt.ts';

/** Moves boxes of straightened pages, in fractions of the page, to where they are on the pages as they came. */
export function placeAsScanned<Placed extends { readonly page: number; readonly box: PageBox }>(
  placed: readonly Placed[],
  pages: readonly PageFacts[],
): readonly Placed[] {
  const moved = new Map(pages.filter(isMoved).map((page) => [page.number, page]));
  if (moved.size === 0) return placed;
  return placed.map((entry) => {
    const page = moved.get(entry.page);
    return page === undefined ? entry : { ...entry, box: placeBox(entry.box, page) };
  });
}

function isMoved({ tilt = 0, turns = 0, sheet }: PageFacts): boolean {
  return tilt !== 0 || turns !== 0 || sheet !== undefined;
}

function placeBox(box: PageBox, page: PageFacts): PageBox {
  let placed = turnByTilt(box, page);
  for (let turn = 0; turn < (page.turns ?? 0); turn += 1) placed = turnByQuarter(placed);
  if (page.sheet !== undefined) placed = projectBox(placed, page.sheet);
  // Near an edge, a box could come to lie partly beyond the page.
  const width = Math.min(1, placed.width);
  const height = Math.min(1, placed.height);
  return {
    x: Math.min(1 - width, Math.max(0, placed.x)),
    y: Math.min(1 - height, Math.max(0, placed.y)),
    width,
    height,
  };
}

function turnByTilt({ x, y, width, height }: PageBox, page: PageFacts): PageBox {
  const points = {
    ...{ x: x * page.width, y: y * page.height },
    ...{ width: width * page.width, height: height * page.height },
  };
  const turned = turnBox(points, page.tilt ?? 0, page);
  return { x: turned.x / page.width, y: turned.y / page.height, width, height };
}

/** Turns a box clockwise together with its page. */
function turnByQuarter({ x, y, width, height }: PageBox): PageBox {
  return { x: 1 - y - height, y: x, width: height, height: width };
}

/** Returns the level box that is as large as what a box of a flat sheet looks like in a photo. */
function projectBox({ x, y, width, height }: PageBox, sheet: Quad): PageBox {
  const projection = projectSquare(sheet);
  const project = (along: number, down: number): Point =>
    projectPoint(projection, [x + width * along, y + height * down]);
  const [middleX, middleY] = project(0.5, 0.5);
  const across = project(1, 0.5)[0] - project(0, 0.5)[0];
  const down = project(0.5, 1)[1] - project(0.5, 0)[1];
  return { x: middleX - across / 2, y: middleY - down / 2, width: across, height: down };
}
