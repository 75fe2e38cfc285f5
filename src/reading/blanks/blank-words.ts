import type { PageBox, PageFacts, TextLine } from '#reading/page/page-facts.ts';
import { detectSigningKind } from '#reading/labels/signing-labels.ts';

/** The largest distance between a label and its blank, in points. */
const LABEL_GAP = 62;

/** Brackets that only span rows, as in deeds, don't count as words. */
const WORDS = /[\p{L}\d]/u;

/** The end of a date, such as ", 2025", which isn't a label. */
const YEAR = /^[,\s]*(?:19|20)\d\d[.,]?$/;
/** The largest distance between a label and its blank if both are in columns, in points. */
const COLUMN_REACH = 140;

/**
 * Returns the words to the left of a blank on its line; null if there are none or if another blank is in
 * between.
 */
export function findLabel(page: PageFacts, box: PageBox, blanks: readonly PageBox[]): TextLine | null {
  const bottom = box.y + box.height;
  const beside = page.lines.filter(
    (line) =>
      line.baseline > bottom - Math.max(10, box.height) &&
      line.baseline < bottom + 2 &&
      line.x + line.width <= box.x + 6 &&
      line.x < box.x &&
      WORDS.test(line.text) &&
      !YEAR.test(line.text) &&
      !(box.height < 17 && box.x - line.x - line.width > COLUMN_GAP && isUnder(line, box, blanks)),
  );
  const reach = Math.max(LABEL_GAP, box.height > 17 ? 160 : 0);
  const near = beside.filter((line) => box.x - line.x - line.width <= reach);
  const getDistance = ({ baseline }: TextLine) => Math.round(Math.abs(baseline + 2 - bottom) / 5);
  const label = (near.length > 0 ? near : beside).toSorted(
    (one, other) => getDistance(one) - getDistance(other) || other.x + other.width - (one.x + one.width),
  )[0];
  if (label === undefined) return null;
  const end = label.x + label.width;
  const between = blanks.find(
    (other) =>
      other !== box &&
      other.x >= end - 4 &&
      other.x + other.width <= box.x + 2 &&
      Math.abs(other.y + other.height - bottom) < 5,
  );
  // The cells of a row share the label to their left, and so do short blanks in a sequence.
  if (between !== undefined)
    return box.width < 60 || (Math.abs(between.height - box.height) < 1 && box.height > 17) ? label : null;
  const isSet = detectSigningKind(label.text) !== null && !isUnder(label, box, blanks);
  return box.x - end <= (isSet ? Math.max(reach, COLUMN_REACH) : reach) ? label : null;
}

/** Words to the left that are farther away than this may belong to another column, in points. */
const COLUMN_GAP = 16;

/** Checks whether words without a colon are right under another blank and so belong to it. */
function isUnder(line: TextLine, box: PageBox, blanks: readonly PageBox[]): boolean {
  if (/:\s*$/.test(line.text)) return false;
  return blanks.some(
    (other) =>
      other !== box &&
      line.baseline > other.y + other.height + 3 &&
      line.baseline - line.size * 0.8 < other.y + other.height + 9 &&
      line.x >= other.x - 12 &&
      line.x < other.x + other.width,
  );
}

/** Returns the words right under a blank. */
export function findCaption(page: PageFacts, box: PageBox, blanks: readonly PageBox[]): TextLine | null {
  const bottom = box.y + box.height;
  const under = page.lines.filter(
    (line) =>
      line.baseline > bottom + 3 && line.baseline - line.size * 0.8 < bottom + 9 && line.text.length <= 60,
  );
  const own = under
    .filter((line) => line.x >= box.x - 12 && line.x < box.x + box.width)
    .toSorted((one, other) => one.baseline - other.baseline || one.x - other.x)[0];
  if (own !== undefined) return own;
  // Captions that a tab has shifted are in the order of their blanks.
  const row = blanks
    .filter((other) => Math.abs(other.y + other.height - bottom) < 3)
    .toSorted((one, other) => one.x - other.x);
  const captions = under.toSorted((one, other) => one.x - other.x);
  return row.length >= 2 && captions.length === row.length ? (captions[row.indexOf(box)] ?? null) : null;
}

/** Returns the words right after a blank on its line, such as "(Seal)" or "(Signature)". */
export function findRemark(page: PageFacts, box: PageBox): TextLine | null {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  return (
    page.lines.find(
      (line) =>
        line.baseline > bottom - 9 &&
        line.baseline < bottom + 3 &&
        line.x > right - 3 &&
        line.x < right + 14 &&
        WORDS.test(line.text),
    ) ?? null
  );
}

/** The largest distance between a label and the line below it, in points. */
const ABOVE = 36;
/** A larger distance for labels with a colon, which leave room to sign between the label and the line. */
const ABOVE_WITH_COLON = 50;

/** Returns the words above a blank that are aligned with it, if nothing is in between. */
export function findHead(page: PageFacts, box: PageBox, blanks: readonly PageBox[]): TextLine | null {
  const [right, bottom] = [box.x + box.width, box.y + box.height];
  const over = page.lines
    .filter(
      (line) =>
        line.baseline < bottom - 6 &&
        line.baseline > bottom - (/:\s*$/.test(line.text) ? ABOVE_WITH_COLON : ABOVE) &&
        line.x < right - 2 &&
        line.x + line.width > box.x + 2,
    )
    .toSorted((one, other) => other.baseline - one.baseline)[0];
  if (over === undefined || Math.abs(over.x - box.x) > 8) return null;
  const parted = blanks.some(
    (other) =>
      other !== box &&
      other.x < right &&
      other.x + other.width > box.x &&
      other.y + other.height < bottom - 4 &&
      other.y + other.height > over.baseline + 4,
  );
  return parted ? null : over;
}

/** Returns the nearest words above a column of cells. */
export function findColumnHead(page: PageFacts, box: PageBox, cells: readonly PageBox[]): TextLine | null {
  let top = box;
  for (;;) {
    const next = cells.find(
      (cell) =>
        Math.abs(cell.x - top.x) < 2 &&
        Math.abs(cell.width - top.width) < 3 &&
        Math.abs(cell.y + cell.height - top.y) < 3,
    );
    if (next === undefined) break;
    top = next;
  }
  const over = page.lines.filter(
    (line) =>
      line.x >= top.x - 2 &&
      line.x + line.width <= top.x + top.width + 2 &&
      line.baseline < top.y + 1 &&
      line.baseline > top.y - 26,
  );
  return over.toSorted((one, other) => other.baseline - one.baseline)[0] ?? null;
}
