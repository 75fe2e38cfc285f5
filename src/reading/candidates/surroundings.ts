import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import type { Layout } from './find-candidates.ts';
import { BoxIndex } from '#reading/page/ink.ts';

/** The nearest printed line on each side of a box; null if none is near. */
export type Surroundings = {
  readonly left: Near | null;
  readonly right: Near | null;
  readonly above: Near | null;
  readonly below: Near | null;
  /** Text in the box's frame or in the box itself. */
  readonly inFrame: string;
};

export type Near = { readonly line: TextLine; readonly distance: number };

/** How far to look for labels to the left and right, above, and below, in points. */
const REACH_ACROSS = 260;
const REACH_UP = 42;
const REACH_DOWN = 22;

/** Finds the labels around the boxes of one page. */
export class LabelFinder {
  readonly #lines: BoxIndex<TextLine>;
  readonly #page: PageFacts;

  constructor({ page }: Pick<Layout, 'page'>) {
    this.#page = page;
    this.#lines = new BoxIndex(page.lines);
  }

  around(box: PageBox, frame: PageBox): Surroundings {
    const right = box.x + box.width;
    const bottom = box.y + box.height;
    const middle = box.y + box.height / 2;
    const row = this.#lines.within(box.x - REACH_ACROSS, box.y, right + REACH_ACROSS, bottom);
    const rowTop = Math.max(box.y, bottom - 16);
    let left: Near | null = null;
    let after: Near | null = null;
    for (const line of row) {
      if (line.y + line.height < rowTop + 2 && line.y + line.height / 2 < middle - 5) continue;
      const toLeft = box.x - endWithin(line, box.x);
      if (line.x < box.x + 1 && toLeft >= -3 && toLeft < (left?.distance ?? REACH_ACROSS)) {
        left = { line, distance: Math.max(0, toLeft) };
      }
      const toRight = line.x - right;
      if (toRight >= -3 && toRight < (after?.distance ?? REACH_ACROSS)) {
        after = { line, distance: Math.max(0, toRight) };
      }
    }
    let above: Near | null = null;
    for (const line of this.#lines.within(box.x, box.y - REACH_UP, right, box.y + 3)) {
      const distance = box.y - (line.y + line.height);
      if (distance >= -4 && distance < (above?.distance ?? REACH_UP)) {
        above = { line, distance: Math.max(0, distance) };
      }
    }
    let below: Near | null = null;
    for (const line of this.#lines.within(box.x, bottom - 3, right, bottom + REACH_DOWN)) {
      const distance = line.y - bottom;
      if (distance >= -3 && distance < (below?.distance ?? REACH_DOWN)) {
        below = { line, distance: Math.max(0, distance) };
      }
    }
    return { left, right: after, above, below, inFrame: this.#textIn(frame) };
  }

  #textIn(frame: PageBox): string {
    if (frame.width * frame.height > this.#page.width * this.#page.height * 0.2) return '';
    const right = frame.x + frame.width;
    const bottom = frame.y + frame.height;
    return this.#lines
      .within(frame.x, frame.y, right, bottom)
      .filter(
        (line) =>
          line.x + line.width / 2 < right && line.x > frame.x - 3 && line.y + line.height / 2 < bottom,
      )
      .slice(0, 6)
      .map(({ text }) => text)
      .join(' ');
  }
}

/** Returns where the words of a line end to the left of a place. There may be a blank between words. */
function endWithin(line: TextLine, x: number): number {
  let end = -Infinity;
  for (const word of line.words) {
    if (word.x + word.width <= x + 3) end = Math.max(end, word.x + word.width);
  }
  return end;
}
