const SEGMENTER = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * Splits a text into characters as people count them: an emoji, or a letter with its accents, counts as one.
 */
export function splitGraphemes(text: string): string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}
