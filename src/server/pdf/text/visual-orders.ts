import { isTextRightToLeft } from '#domain/text.ts';
import { sortVisually, computeLevels } from '#server/pdf/drawing/text/bidi.ts';
import { withMatchingBrackets } from './brackets.ts';

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
