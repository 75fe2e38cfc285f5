/**
 * Characters that people write in several ways. Opening and closing brackets count as the same, because
 * right-to-left text mirrors them.
 */
const SAME: Readonly<Record<string, string>> = {
  ...mapVariants("'", '\u2018\u2019\u201A\u201B\u2032\u00B4`'),
  ...mapVariants('"', '\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB'),
  ...mapVariants('-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'),
  ...{ ')': '(', ']': '[', '}': '{', '>': '<' },
};

/**
 * Spaces and characters that aren't drawn, the points of Hebrew and Arabic, and the line that stretches
 * Arabic words.
 */
const IGNORED =
  /[\s\p{Cc}\p{Cf}\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670]/gu;

const folded = new Map<string, string>();
const MOST_KEPT = 20_000;

/**
 * Returns characters in the form used for comparison: without spaces, and with ligatures and compatibility
 * forms decomposed. Keeps case.
 */
export function fold(text: string): string {
  if (text.length > 4) return foldCharacters(text);
  const known = folded.get(text);
  if (known !== undefined) return known;
  const result = foldCharacters(text);
  if (folded.size < MOST_KEPT) folded.set(text, result);
  return result;
}

/** Converts a text to lowercase without changing the number of UTF-16 units. */
export function toLowercase(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : text.charAt(at);
  }).join('');
}

/** Letters and digits of scripts that separate words by spaces. */
const SPACED = /[\p{L}\p{N}]/u;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Checks whether a character belongs to a word that ends at a space. */
export function isOfWord(character: string): boolean {
  return SPACED.test(character) && !UNSPACED.test(character);
}

function foldCharacters(text: string): string {
  const plain = text.normalize('NFKC').replace(IGNORED, '');
  return plain.replace(/[^\p{L}\p{N}]/gu, (character) => SAME[character] ?? character);
}

function mapVariants(character: string, variants: string): Record<string, string> {
  return Object.fromEntries([...variants].map((variant) => [variant, character]));
}
