/**
 * Makes a text safe to show and print: NFC, one line, no control characters, and no invisible characters that
 * reorder the text around them (Unicode TR 9, 2). Line breaks and tabs become spaces, and lone surrogates
 * become U+FFFD. Joiners stay, because Persian and Indic scripts need them.
 */
export function toPrintable(text: string): string {
  return toPrintableLines(text).replace(/\s+/gu, ' ').trim();
}

/**
 * Makes a text of several lines safe in the same way as {@link toPrintable}, but keeps line breaks as `\n`
 * and spaces within lines.
 */
export function toPrintableLines(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '');
}

/**
 * Checks whether a text has a visible letter, number, punctuation mark or symbol. Fillers and unassigned
 * characters aren't visible.
 */
export function isVisible(text: string): boolean {
  return /[^\p{C}\p{M}\p{Z}\p{DI}\u2800]/u.test(text);
}

/** Truncates a text to a number of code points, without splitting one. */
export function cutTo(text: string, maxCodePoints: number): string {
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count === maxCodePoints) break;
    end += character.length;
    count++;
  }
  return text.slice(0, end);
}

/**
 * Converts the digits of Arabic, Persian and full-width keyboards to ASCII. The Unicode blocks of these
 * digits begin at a multiple of sixteen.
 */
export function withAsciiDigits(text: string): string {
  return text.replaceAll(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) =>
    String(digit.charCodeAt(0) & 15),
  );
}

/**
 * Checks whether a text reads right to left, by the first letter that has a direction (Unicode TR 9, rules P2
 * and P3).
 */
export function isTextRightToLeft(text: string): boolean {
  const [first] = STRONG.exec(text) ?? [];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu;

/**
 * Controls except line feed; bidirectional controls; soft hyphen, zero width space, and byte order mark;
 * invisible operators; interlinear annotations; tags; noncharacters.
 */
const INVISIBLE =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** Returns a filename without its extension. */
export function withoutExtension(filename: string): string {
  return filename.replace(/\.(pdf|docx)$/i, '') || filename;
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
