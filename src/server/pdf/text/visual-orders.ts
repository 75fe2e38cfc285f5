import { isTextRightToLeft } from '#domain/text.ts';
import { computeLevels, sortVisually } from '#server/pdf/drawing/text/bidi.ts';

const PAIRS = ['()', '[]', '{}'] as const;

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns how a text may look from left to right (Unicode TR 9): in a line of its own direction, in a line of
 * the opposite direction, and in stored order. Text without right-to-left characters has only one order.
 */
export function listVisualOrders(text: string): readonly string[] {
  if (!RIGHT_TO_LEFT.test(text)) return [text];
  const own = isTextRightToLeft(text);
  return [orderLine([...text], own), orderLine([...text], !own), text];
}

/** Ligatures and letter forms that occur in fonts but not in what people write. */
const FORMS = /[\uFB00-\uFDFF\uFE70-\uFEFC]/gu;

/**
 * Returns the logical text of a line whose characters are given from left to right, by reversing what the
 * layout reversed. The line's direction is that of most of its letters.
 */
export function toLogicalText(parts: readonly string[]): string {
  const seen = parts.join('');
  const turned = RIGHT_TO_LEFT.test(seen)
    ? withMatchingBrackets(orderLine(parts, isMostlyRightToLeft(parts)))
    : seen;
  return turned.replace(FORMS, (form) => form.normalize('NFKC'));
}

function isMostlyRightToLeft(parts: readonly string[]): boolean {
  const letters = parts.filter((part) => /\p{L}/u.test(part));
  return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length * 2 > letters.length;
}

function orderLine(characters: readonly string[], rightToLeft: boolean): string {
  const levels = computeLevels(characters.join(''), rightToLeft);
  let unit = 0;
  const parts = characters.map((character) => {
    const level = levels[unit] ?? 0;
    unit += character.length;
    return { character, level };
  });
  return sortVisually(parts)
    .map(({ character }) => character)
    .join('');
}

/**
 * Turns the brackets of a line with right-to-left text the way they are read. Some files mirror brackets and
 * others don't, so those that don't match are made to open and close in turns.
 */
function withMatchingBrackets(line: string): string {
  return PAIRS.reduce((text, [open = '', close = '']) => {
    const brackets = [...text].filter((character) => character === open || character === close);
    if (brackets.length % 2 === 1 || isMatched(brackets, open)) return text;
    let count = 0;
    return Array.from(text, (character) => {
      if (character !== open && character !== close) return character;
      count += 1;
      return count % 2 === 1 ? open : close;
    }).join('');
  }, line);
}

function isMatched(brackets: readonly string[], open: string): boolean {
  let depth = 0;
  for (const bracket of brackets) {
    depth += bracket === open ? 1 : -1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
