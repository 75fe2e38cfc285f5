const LETTERS_MAX = 4;

/** Returns the initials of a name: the first letter of each word, in the name's own script. */
export function deriveInitials(name: string): string {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return name
    .split(/[\s\-–]+/u)
    .map((word) => [...segmenter.segment(word.replace(/^\P{L}+/u, ''))][0]?.segment ?? '')
    .filter((letter) => letter !== '')
    .slice(0, LETTERS_MAX)
    .join('')
    .toLocaleUpperCase();
}
