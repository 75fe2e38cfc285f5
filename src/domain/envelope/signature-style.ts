/** The styles of a typed signature or initials. The first one also applies to marks without a style. */
export const SIGNATURE_STYLES = ['flowing', 'clear', 'bold'] as const;
export type SignatureStyle = (typeof SIGNATURE_STYLES)[number];

/** The letters of Arabic and Hebrew names, with their vowel signs, that the fonts of both other styles contain. */
const ARABIC = /[\u0621-\u063a\u0641-\u064aٹپچڈڑژکگںھہیے][\u064b-\u0655]*/u;
const HEBREW = /[א-ת][\u05b0-\u05bc\u05bf\u05c1\u05c2\u05c7]*/u;
/** The Latin letters that each style's font contains. */
const LATIN: Readonly<Record<Exclude<SignatureStyle, 'flowing'>, RegExp>> = {
  clear: /[A-Za-zªºÀ-ÖØ-öø-ćČ-ēĖ-ěĞğĢģĪīĮ-ıĶķĹ-ľŁ-ňŌōŐ-śŞ-ťŪūŮ-ųŸ-žƒȘ-țﬁﬂ]/u,
  bold: /[A-Za-z]/u,
};
/** Kana and ideographs. The bold style's font for them has too many to list here; the page loads its list. */
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const LETTERS = {
  clear: createPattern([LATIN.clear, ARABIC, HEBREW]),
  bold: createPattern([LATIN.bold, ARABIC, HEBREW, JAPANESE]),
};
const LETTER = {
  clear: /[\p{Script=Latin}\p{Script=Arabic}\p{Script=Hebrew}]\p{M}*/gu,
  bold: new RegExp(`[\\p{Script=Latin}\\p{Script=Arabic}\\p{Script=Hebrew}]\\p{M}*|${JAPANESE.source}`, 'gu'),
};

/**
 * Checks whether a style's fonts contain every letter of a text in their scripts, which must have at least one: Latin,
 * Arabic and Hebrew, and for the bold style Japanese. Of these letters, the page and the sealed document check each
 * one, and write all of them in the first style's font if the bold one lacks any. A script is never written in a mix
 * of fonts. In other scripts, a text looks the same in every style.
 */
export function fitsStyle(text: string, style: SignatureStyle): boolean {
  if (style === 'flowing') return true;
  const letters = text.match(LETTER[style]) ?? [];
  return letters.length > 0 && letters.every((letter) => LETTERS[style].test(letter));
}

function createPattern(letters: readonly RegExp[]): RegExp {
  return new RegExp(`^(?:${letters.map(({ source }) => source).join('|')})$`, 'u');
}
