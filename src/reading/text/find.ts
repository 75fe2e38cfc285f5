import type { PageBox } from '../page/page-facts.ts';
import { fold, isOfWord, toLowercase } from './fold.ts';
import type { PageText } from './page-text.ts';
import { GAP } from './rows.ts';

/** A text on a page, in points from the top left of the upright page. */
export type Hit = {
  readonly page: PageText;
  readonly from: number;
  readonly to: number;
  readonly box: PageBox;
};

export type Needle = { readonly text: string; readonly ignoreCase: boolean };

/** Returns how a text looks from left to right. That's the text itself unless it has right-to-left parts. */
export type VisualOrders = (text: string) => readonly string[];

/** The largest number of occurrences of one text that are examined. */
export const MOST_HITS = 5000;

/**
 * The occurrences of a text as whole words, in reading order. They are looked up page by page, only as far as
 * needed.
 */
export class Occurrences {
  readonly #pages: readonly PageText[];
  readonly #variants: readonly string[];
  readonly #ignoreCase: boolean;
  readonly #found: Hit[] = [];
  #next = 0;

  constructor(pages: readonly PageText[], { text, ignoreCase }: Needle, visualOrders: VisualOrders) {
    const order = (line: string) => (ignoreCase ? toLowercase(fold(line)) : fold(line));
    this.#pages = pages;
    this.#variants = [...new Set(visualOrders(text).map(order))].filter((variant) => variant !== '');
    this.#ignoreCase = ignoreCase;
  }

  /**
   * Returns at least the first `count` occurrences, if there are as many. By default, returns all of them up
   * to `MOST_HITS`.
   */
  first(count: number = MOST_HITS): readonly Hit[] {
    while (this.#next < this.#pages.length && this.#found.length < count) {
      const page = this.#pages[this.#next];
      this.#next += 1;
      if (page !== undefined) this.#search(page);
    }
    return this.#found;
  }

  #search(page: PageText): void {
    const text = this.#ignoreCase ? page.lower : page.exact;
    const found = this.#variants.flatMap((variant) => [...findPlaces(text, variant)]);
    if (this.#variants.length > 1) found.sort((one, other) => one.from - other.from);
    let end = -1;
    for (const { from, to } of found) {
      if (from < end || this.#found.length >= MOST_HITS || !isWhole(page, from, to)) continue;
      this.#found.push({ page, from, to, box: getBox(page, from, to) });
      end = to;
    }
  }
}

function* findPlaces(text: string, part: string): Generator<{ from: number; to: number }> {
  for (let from = text.indexOf(part); from !== -1; from = text.indexOf(part, from + part.length))
    yield { from, to: from + part.length };
}

/** Checks that a match doesn't cut through a word. */
function isWhole({ lower, gap }: PageText, from: number, to: number): boolean {
  return (
    (gap[from] !== GAP.none || !isOfWord(lower.charAt(from - 1)) || !isOfWord(lower.charAt(from))) &&
    ((gap[to] ?? GAP.column) !== GAP.none || !isOfWord(lower.charAt(to - 1)) || !isOfWord(lower.charAt(to)))
  );
}

function getBox({ character, boxes }: PageText, from: number, to: number): PageBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let unit = from; unit < to; unit += 1) {
    const at = (character[unit] ?? 0) * 4;
    left = Math.min(left, boxes[at] ?? left);
    top = Math.min(top, boxes[at + 1] ?? top);
    right = Math.max(right, boxes[at + 2] ?? right);
    bottom = Math.max(bottom, boxes[at + 3] ?? bottom);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
