import { readsRightToLeft } from '#domain/text.ts';
import { inVisualOrder, levelsOf } from '#server/pdf/drawing/text/bidi.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns how a text may look from left to right (Unicode TR 9): in a line of its own direction, in a line of the
 * other one, and as it is stored. Text without right-to-left characters has one order.
 */
export function visualOrders(text: string): readonly string[] {
  if (!RIGHT_TO_LEFT.test(text)) return [text];
  const own = readsRightToLeft(text);
  return [inLine(text, own), inLine(text, !own), text];
}

function inLine(text: string, rightToLeft: boolean): string {
  const levels = levelsOf(text, rightToLeft);
  let unit = 0;
  const parts = Array.from(text, (character) => {
    const level = levels[unit] ?? 0;
    unit += character.length;
    return { character, level };
  });
  return inVisualOrder(parts)
    .map(({ character }) => character)
    .join('');
}
