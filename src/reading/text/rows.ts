import { isTextRightToLeft } from '#domain/text.ts';
import type { Glyph } from '../page/words.ts';

/** The largest step of the baseline within a row, and the smallest gap that starts a word, in font sizes. */
const BASELINE_STEP = 0.2;
const WORD_GAP = 0.18;

/** The smallest gap that separates columns and labels, in font sizes. */
const COLUMN_GAP = 1.05;

/**
 * Two equal characters that overlap by more than this share of their width are one character, drawn twice to
 * look bold.
 */
const SAME_PLACE = 0.7;

/** The kind of gap before a character in its row. */
export const GAP = { none: 0, word: 1, column: 2 } as const;
type Gap = (typeof GAP)[keyof typeof GAP];

export type RowGlyph = Glyph & { readonly gap: Gap };

/**
 * Groups upright characters into rows from top to bottom and sorts each row from left to right, regardless of
 * drawing order.
 */
export function groupIntoRows(glyphs: readonly Glyph[]): RowGlyph[][] {
  const rows: { glyph: Glyph; order: number }[][] = [];
  const ordered = withMarks(glyphs)
    .map((glyph, order) => ({ glyph, order }))
    .sort((one, other) => one.glyph.baseline - other.glyph.baseline || one.order - other.order);
  for (const entry of ordered) {
    const row = rows.findLast(
      (candidate, index) =>
        index >= rows.length - 3 &&
        Math.abs((candidate[0]?.glyph.baseline ?? 0) - entry.glyph.baseline) <=
          entry.glyph.size * BASELINE_STEP,
    );
    if (row === undefined) rows.push([entry]);
    else row.push(entry);
  }
  return rows.map((row) =>
    withGaps(
      row
        .sort((one, other) => one.glyph.x - other.glyph.x || one.order - other.order)
        .filter((entry, index) => !isDrawnTwice(row[index - 1], entry))
        .map(({ glyph }) => glyph),
    ),
  );
}

/** Groups characters in other directions into rows, in drawing order. */
export function groupTurnedRows(glyphs: readonly Glyph[]): RowGlyph[][] {
  const rows: RowGlyph[][] = [];
  let last: Glyph | undefined;
  for (const glyph of withMarks(glyphs)) {
    const row = rows.at(-1);
    const gap = glyph.spaced ? GAP.word : GAP.none;
    if (row !== undefined && last !== undefined && isInLine(last, glyph)) row.push({ ...glyph, gap });
    else rows.push([{ ...glyph, gap: GAP.column }]);
    last = glyph;
  }
  return rows;
}

/** Joins accents that are drawn as separate characters with their letter. */
function withMarks(glyphs: readonly Glyph[]): Glyph[] {
  const joined: Glyph[] = [];
  for (const glyph of glyphs) {
    const last = joined.at(-1);
    if (last !== undefined && /^\p{M}+$/u.test(glyph.text))
      joined[joined.length - 1] = { ...last, text: last.text + glyph.text };
    else joined.push(glyph);
  }
  return joined;
}

/**
 * Checks whether two characters are one that is drawn twice. The letters of a ligature also share a box, but
 * are drawn one after the other.
 */
function isDrawnTwice(
  last: { glyph: Glyph; order: number } | undefined,
  { glyph, order }: { glyph: Glyph; order: number },
): boolean {
  if (last === undefined || last.glyph.text !== glyph.text || Math.abs(last.order - order) === 1)
    return false;
  const shared = Math.min(last.glyph.x + last.glyph.width, glyph.x + glyph.width) - glyph.x;
  return shared > Math.min(last.glyph.width, glyph.width) * SAME_PLACE;
}

/**
 * Sets the gap before each character. A space that was drawn before a right-to-left character, or before a
 * bracket or mark next to one, is on the character's other side.
 */
function withGaps(row: readonly Glyph[]): RowGlyph[] {
  let end = -Infinity;
  return row.map((glyph, index) => {
    const space = glyph.start - end;
    end = Math.max(end, glyph.end);
    if (space > glyph.size * COLUMN_GAP) return { ...glyph, gap: GAP.column };
    const isSpaced = glyph.spaced && !isTurned(row, index);
    return { ...glyph, gap: isSpaced || space > glyph.size * WORD_GAP ? GAP.word : GAP.none };
  });
}

function isTurned(row: readonly Glyph[], index: number): boolean {
  const isRtl = (at: number) => isTextRightToLeft(row[at]?.text ?? '');
  if (/[\p{L}\p{N}]/u.test(row[index]?.text ?? '')) return isRtl(index);
  return isRtl(index - 1) || isRtl(index + 1);
}

/** Checks whether text that runs up, down, or upside down continues with the next character. */
function isInLine(last: Glyph, next: Glyph): boolean {
  const sharesColumn = last.x < next.x + next.width && next.x < last.x + last.width;
  const sharesRow = last.y < next.y + next.height && next.y < last.y + last.height;
  const across = Math.abs(next.x - last.x);
  const along = Math.abs(next.y - last.y);
  return (sharesColumn || sharesRow) && Math.max(across, along) < next.size * 4;
}
