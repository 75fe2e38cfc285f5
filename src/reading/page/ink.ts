import type { PageBox, PageFacts, Word } from './page-facts.ts';

/** The height of the strips that the index consists of, in points. */
const STRIP = 12;

/** An index of boxes by position. */
export class BoxIndex<T extends PageBox> {
  readonly #strips: T[][] = [];

  constructor(boxes: readonly T[]) {
    for (const box of boxes) {
      const last = strip(box.y + box.height);
      for (let at = strip(box.y); at <= last; at += 1) {
        const list = this.#strips[at];
        if (list === undefined) this.#strips[at] = [box];
        else list.push(box);
      }
    }
  }

  /** Returns the boxes that touch a rectangle, each once. */
  within(left: number, top: number, right: number, bottom: number): T[] {
    const found: T[] = [];
    const first = strip(top);
    const last = strip(bottom);
    for (let at = first; at <= last; at += 1) {
      for (const box of this.#strips[at] ?? []) {
        // A box in several strips counts only in the first one visited.
        if (at !== first && strip(box.y) !== at) continue;
        if (box.x < right && box.x + box.width > left && box.y < bottom && box.y + box.height > top) {
          found.push(box);
        }
      }
    }
    return found;
  }
}

function strip(y: number): number {
  return Math.max(0, Math.min(2000, Math.floor(y / STRIP)));
}

/** What is printed on a page, by position. */
export type Ink = {
  readonly page: PageFacts;
  readonly words: BoxIndex<Word>;
  readonly marks: BoxIndex<PageBox>;
  readonly leaders: BoxIndex<PageFacts['leaders'][number]>;
};

/** Indexes the words and small shapes of a page. */
export function indexInk(page: PageFacts, marks: readonly PageBox[]): Ink {
  return {
    page,
    words: new BoxIndex(page.words),
    marks: new BoxIndex(marks),
    leaders: new BoxIndex(page.leaders),
  };
}

/** Returns the distance from `bottom` up to the next word between `left` and `right`, up to `most`. */
export function measureRoomAbove(
  ink: Ink,
  left: number,
  right: number,
  bottom: number,
  most: number,
): number {
  let room = most;
  for (const word of ink.words.within(left + 1, bottom - most, right - 1, bottom - 0.5)) {
    const gap = bottom - (word.y + word.height);
    room = Math.min(room, Math.max(0, gap));
  }
  return room;
}
