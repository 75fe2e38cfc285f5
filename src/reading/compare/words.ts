import { toPrintable } from '#domain/text.ts';
import { encloseBoxes } from '../page/words.ts';
import type { PageBox } from '../page/page-facts.ts';
import type { LogicalText } from '../text/page-lines.ts';
import type { PageText } from '../text/page-text.ts';
import { sortByReadingOrder } from '../text/reading-order.ts';
import { GAP } from '../text/rows.ts';

/** A word or a punctuation mark of a document, as its page draws it. */
export type ComparedWord = {
  readonly text: string;
  /** Whether a space comes before it. */
  readonly isSpaced: boolean;
  /** Counted from 1. */
  readonly page: number;
  /** Left, top, right and bottom in fractions of the page, with the origin at the top left. */
  readonly box: readonly [number, number, number, number];
};

type Line = PageBox & {
  readonly text: string;
  readonly words: readonly ComparedWord[];
  /** Whether it can be part of a header or a footer. */
  readonly isAtEdge: boolean;
};
type PageWords = { readonly number: number; readonly lines: readonly Line[] };

/** Lines within these parts of a page's height can be headers and footers. */
const MARGIN = 0.12;

/** Letters and digits belong together, as do the marks within a number or a name. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:[.,'’][\p{L}\p{N}\p{M}]+)*|[^\s]/gu;

/**
 * Lists what a document says, word by word in reading order. Page numbers are left out, and a line that several
 * pages have at their top or bottom is listed once, so that a header that changes isn't missed.
 */
export function listWords(pages: readonly PageText[], logicalText: LogicalText): ComparedWord[] {
  const read = pages.map((page) => readPage(page, logicalText));
  const running = findRunningLines(read, pages.length);
  const seen = new Set<string>();
  const words: ComparedWord[] = [];
  for (const { number, lines } of read)
    for (const line of lines) {
      if (line.isAtEdge) {
        const masked = maskNumbers(line.text, number, pages.length);
        if (isPageNumber(line.text, masked)) continue;
        if (running.has(masked)) {
          if (seen.has(masked)) continue;
          seen.add(masked);
          words.push(...line.words.filter(({ text }) => !isCounter(text, number, pages.length)));
          continue;
        }
      }
      words.push(...line.words);
    }
  return words;
}

/** The words that page numbers are usually written with. */
const COUNTING =
  /\b(?:pages?|seiten?|pagina|página|pág|pag|strona|str|of|von|de|di|van|sur|z)\b\.?|ページ|页|第|共|صفحة|من|עמוד|מתוך/giu;

/**
 * Checks whether a line says which page it is on, and nothing else. Of several files, each can count its own pages, so
 * after a word such as “page”, any number will do.
 */
function isPageNumber(line: string, masked: string): boolean {
  const counted = line.replace(/\p{N}+/gu, '#');
  const text = counted.replaceAll(COUNTING, '') === counted ? masked : counted;
  return text.includes('#') && /^[\s#/|.()\u2010-\u2015-]*$/u.test(text.replaceAll(COUNTING, ''));
}

/** Finds lines that most pages have in their margins, apart from the numbers of the pages. */
function findRunningLines(pages: readonly PageWords[], count: number): ReadonlySet<string> {
  const found = new Map<string, Set<number>>();
  for (const { number, lines } of pages)
    for (const line of lines) {
      if (!line.isAtEdge) continue;
      const masked = maskNumbers(line.text, number, count);
      found.set(masked, (found.get(masked) ?? new Set()).add(number));
    }
  const least = Math.max(2, Math.min(3, Math.ceil(count / 2)));
  return new Set([...found].flatMap(([masked, on]) => (on.size >= least ? [masked] : [])));
}

function maskNumbers(line: string, page: number, count: number): string {
  return line.replace(/\p{N}+/gu, (digits) => (isCounter(digits, page, count) ? '#' : digits));
}

function isCounter(text: string, page: number, count: number): boolean {
  return text === String(page) || text === String(count);
}

function readPage(page: PageText, logicalText: LogicalText): PageWords {
  const lines = placeLines(page, logicalText);
  return { number: page.number, lines: sortByReadingOrder(lines, page.width) };
}

type Character = { readonly text: string; readonly index: number; readonly isSpaced: boolean };

function placeLines(page: PageText, logicalText: LogicalText): Line[] {
  const lines: Line[] = [];
  let row: Character[] = [];
  const endLine = () => {
    const line = toLine(page, row, logicalText);
    if (line !== null) lines.push(line);
    row = [];
  };
  let last = -1;
  for (let unit = 0; unit < page.exact.length; unit += 1) {
    const index = page.character[unit] ?? 0;
    if (page.exact.charAt(unit) === '\n') {
      endLine();
      continue;
    }
    if (index === last) continue;
    if (page.gap[unit] === GAP.column) endLine();
    row.push({ text: page.drawn[index] ?? '', index, isSpaced: page.gap[unit] === GAP.word });
    last = index;
  }
  endLine();
  return lines;
}

/** Words of a line that reads from right to left come from right to left. */
function toLine(page: PageText, row: readonly Character[], logicalText: LogicalText): Line | null {
  const parts = row.flatMap(({ text, isSpaced }, at) => (isSpaced && at > 0 ? [' ', text] : [text]));
  const text = toPrintable(logicalText(parts));
  if (text === '') return null;
  const seen = splitWords(page, row, logicalText);
  const { x, y, width, height } = boxAround(page, row);
  return {
    ...{ x: x * page.width, y: y * page.height, width: width * page.width, height: height * page.height },
    ...{ text, words: sortByLine(seen, text) },
    isAtEdge: y + height <= MARGIN || y >= 1 - MARGIN,
  };
}

function splitWords(page: PageText, row: readonly Character[], logicalText: LogicalText): ComparedWord[] {
  const groups: Character[][] = [];
  for (const character of row) {
    const group = groups.at(-1);
    if (group === undefined || character.isSpaced) groups.push([character]);
    else group.push(character);
  }
  return groups.flatMap((group) => {
    const whole = toPrintable(logicalText(group.map(({ text }) => text))).normalize('NFC');
    const units = group.flatMap((character) => Array.from(character.text, () => character));
    const isStraight = whole === group.map(({ text }) => text).join('');
    return [...whole.matchAll(WORD)].map((match, at) => {
      // The characters of a turned or composed word aren't in the order of its text, so its marks share its box.
      const from = [...whole.slice(0, match.index)].length;
      const own = isStraight ? units.slice(from, from + [...match[0]].length) : group;
      const { x, y, width, height } = boxAround(page, own.length === 0 ? group : own);
      return {
        text: match[0],
        isSpaced: at === 0,
        page: page.number,
        box: [x, y, x + width, y + height] as const,
      };
    });
  });
}

function sortByLine(seen: readonly ComparedWord[], text: string): ComparedWord[] {
  const left = [...seen];
  const ordered = [...text.normalize('NFC').matchAll(WORD)].flatMap((match) => {
    const at = left.findIndex((word) => word.text === match[0]);
    if (at === -1) return [];
    const [word] = left.splice(at, 1);
    if (word === undefined) return [];
    return [{ ...word, isSpaced: match.index > 0 && /\s/u.test(text.charAt(match.index - 1)) }];
  });
  // What isn't found in the line's text follows it, so that nothing is lost.
  const [first, ...rest] = [...ordered, ...left];
  return first === undefined ? [] : [{ ...first, isSpaced: true }, ...rest];
}

function boxAround({ boxes, width, height }: PageText, row: readonly Character[]): PageBox {
  return encloseBoxes(
    row.map(({ index }) => {
      const [left = 0, top = 0, right = 0, bottom = 0] = boxes.subarray(index * 4);
      return {
        x: left / width,
        y: top / height,
        width: (right - left) / width,
        height: (bottom - top) / height,
      };
    }),
  );
}
