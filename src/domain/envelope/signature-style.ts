/** How a typed signature or initials are written. The first is also that of marks without a style. */
export const SIGNATURE_STYLES = ['flowing', 'clear', 'bold'] as const;
export type SignatureStyle = (typeof SIGNATURE_STYLES)[number];

/** The Latin letters of each style's font. Other scripts have one hand, whatever the style. */
const LETTERS: Readonly<Record<Exclude<SignatureStyle, 'flowing'>, RegExp>> = {
  clear: /^[A-Za-zªºÀ-ÖØ-öø-ćČ-ēĖ-ěĞğĢģĪīĮ-ıĶķĹ-ľŁ-ňŌōŐ-śŞ-ťŪūŮ-ųŸ-žƒȘ-țﬁﬂ]$/u,
  bold: /^[A-Za-z]$/u,
};
const LATIN = /\p{Script=Latin}\p{M}*/gu;

/** Whether a style's font has every letter of a text, some of which are Latin. A text is never written in two hands. */
export function fitsStyle(text: string, style: SignatureStyle): boolean {
  if (style === 'flowing') return true;
  const letters = text.match(LATIN) ?? [];
  return letters.length > 0 && letters.every((letter) => LETTERS[style].test(letter));
}
