import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/**
 * Returns the embedding level of each UTF-16 unit of a line (Unicode TR 9); odd levels read from right to
 * left.
 */
export function computeLevels(text: string, rightToLeft: boolean): Uint8Array {
  return bidi.getEmbeddingLevels(toBasicPlane(text), rightToLeft ? 'rtl' : 'ltr').levels;
}

/** Sorts the parts of a line into the order in which they appear from left to right (rule L2). */
export function sortVisually<T extends { readonly level: number }>(parts: readonly T[]): T[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level >= 1; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? -1) >= level) end += 1;
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end;
    }
  }
  return ordered;
}

/**
 * Replaces each character beyond the basic plane by two characters of the same direction, because bidi-js
 * works on UTF-16 units.
 */
function toBasicPlane(text: string): string {
  return text.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) => getSubstitute(character).repeat(2));
}

function getSubstitute(character: string): string {
  if (/\p{Mn}/u.test(character)) return '\u0301';
  if (
    /[\u{10D00}-\u{10D4F}\u{10EC0}-\u{10EFF}\u{10F30}-\u{10F6F}\u{1EC70}-\u{1ECBF}\u{1ED00}-\u{1ED4F}\u{1EE00}-\u{1EEFF}]/u.test(
      character,
    )
  )
    return 'ا';
  if (/[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u.test(character)) return 'א';
  if (/[\u{1D7CE}-\u{1D7FF}\u{1FBF0}-\u{1FBF9}]/u.test(character)) return '0';
  return /\p{S}/u.test(character) ? '☆' : 'a';
}
