/** The styles of a typed signature or initials. The first one also applies to marks without a style. */
export const SIGNATURE_STYLES = ['flowing', 'clear', 'bold'] as const;
export type SignatureStyle = (typeof SIGNATURE_STYLES)[number];

/** The Latin letters that each style's font contains. Text in other scripts looks the same in every style. */
const LETTERS: Readonly<Record<Exclude<SignatureStyle, 'flowing'>, RegExp>> = {
  clear: /^[A-Za-zªºÀ-ÖØ-öø-ćČ-ēĖ-ěĞğĢģĪīĮ-ıĶķĹ-ľŁ-ňŌōŐ-śŞ-ťŪūŮ-ųŸ-žƒȘ-țﬁﬂ]$/u,
  bold: /^[A-Za-z]$/u,
};
const LATIN = /\p{Script=Latin}\p{M}*/gu;

/**
 * Checks whether a style's font contains every Latin letter of a text, which must have at least one. A text
 * is never written in a mix of fonts.
 */
export function fitsStyle(text: string, style: SignatureStyle): boolean {
  if (style === 'flowing') return true;
  const letters = text.match(LATIN) ?? [];
  return letters.length > 0 && letters.every((letter) => LETTERS[style].test(letter));
}
