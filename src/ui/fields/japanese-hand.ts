import type { SignatureStyle } from '#domain/envelope/signature-style.ts';

/** The Japanese fonts of typed signatures, by the names that the build gives their families. */
const HANDS = {
  handwrittenJapanese: () => import('./handwritten-japanese.css'),
  boldJapanese: () => import('./bold-japanese.css'),
};
export type JapaneseHand = keyof typeof HANDS;

const JAPANESE_LETTERS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const lists = new Map<JapaneseHand, Promise<ReadonlySet<string>>>();

/**
 * Returns the Japanese font that a style writes a text in, which has all of its Japanese letters, or null. Loads lists of
 * letters, not the letters.
 */
export async function pickJapaneseHand(text: string, style: SignatureStyle): Promise<JapaneseHand | null> {
  const letters = text.match(JAPANESE_LETTERS) ?? [];
  const hands =
    style === 'bold'
      ? (['boldJapanese', 'handwrittenJapanese'] as const)
      : (['handwrittenJapanese'] as const);
  for (const hand of hands) {
    const list = await loadLetters(hand);
    if (letters.every((letter) => list.has(letter))) return hand;
  }
  return null;
}

function loadLetters(hand: JapaneseHand): Promise<ReadonlySet<string>> {
  const known = lists.get(hand) ?? listHand(hand);
  lists.set(hand, known);
  return known;
}

async function listHand(hand: JapaneseHand): Promise<ReadonlySet<string>> {
  await HANDS[hand]();
  const ranges = [...document.fonts]
    // Browsers differ in whether they quote the name.
    .filter(({ family }) => family.replaceAll(/["']/g, '') === hand)
    .flatMap(({ unicodeRange }) => unicodeRange.split(','));
  return new Set(ranges.flatMap(listLetters));
}

/** Lists the letters of a range such as `U+4E00` or `U+3041-3096`. */
function listLetters(range: string): string[] {
  const [first = 0, last = first] = range
    .trim()
    .replace(/^U\+/i, '')
    .split('-')
    .map((code) => Number.parseInt(code, 16));
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
}
