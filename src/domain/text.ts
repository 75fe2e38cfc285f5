/**
 * Text as it may be shown to people and printed: in composed form (NFC), on one line, without what cannot be
 * seen but changes what is read. Control characters and everything that reorders its surroundings (Unicode TR
 * 9, 2) go, so that no name can turn the text beside it around; line breaks and tabs become spaces; lone
 * surrogates become U+FFFD. Joiners stay: Persian and the Indic scripts are written with them.
 */
export function printable(text: string): string {
  return printableLines(text).replace(/\s+/gu, ' ').trim();
}

/** The same for text that may have several lines: line breaks stay as `\n`, and spaces within a line as they are. */
export function printableLines(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, '');
}

/** The beginning of a text, of at most so many code points: none is cut in two, as a slice of UTF-16 units would. */
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
 * Whether a text reads from right to left: its first letter of a direction decides (Unicode TR 9, rules P2 and
 * P3).
 */
export function readsRightToLeft(text: string): boolean {
  const [first] = STRONG.exec(text) ?? [];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}

const LINE_BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/gu;

/**
 * Controls apart from line feed; bidirectional marks, embeddings, overrides and isolates; soft hyphen, zero
 * width space and byte order mark; invisible operators; interlinear annotations; tags; noncharacters.
 */
const INVISIBLE =
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
