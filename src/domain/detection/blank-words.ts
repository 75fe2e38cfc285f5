import type { PageBox, PageFacts, TextLine } from './page-facts.ts';

/** Farthest that a label stands from its blank, in points. */
const LABEL_GAP = 62;

/** The words at the left of a blank on its own line; null when there are none, or another blank stands between. */
export function labelOf(page: PageFacts, box: PageBox, blanks: readonly PageBox[]): TextLine | null {
  const bottom = box.y + box.height;
  const beside = page.lines.filter(
    (line) =>
      line.baseline > bottom - Math.max(10, box.height) &&
      line.baseline < bottom + 2 &&
      line.x + line.width <= box.x + 6 &&
      line.x < box.x,
  );
  const distance = ({ baseline }: TextLine) => Math.round(Math.abs(baseline + 2 - bottom) / 5);
  const label = beside.toSorted(
    (one, other) => distance(one) - distance(other) || other.x + other.width - (one.x + one.width),
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
  // The cells of one row share the label at its left; so do short blanks that follow each other.
  if (between !== undefined)
    return box.width < 60 || (Math.abs(between.height - box.height) < 1 && box.height > 17) ? label : null;
  return box.x - end <= Math.max(LABEL_GAP, box.height > 17 ? 160 : 0) ? label : null;
}

/** The words right under a blank. */
export function captionOf(page: PageFacts, box: PageBox, blanks: readonly PageBox[]): TextLine | null {
  const bottom = box.y + box.height;
  const under = page.lines.filter(
    (line) =>
      line.baseline > bottom + 3 && line.baseline - line.size * 0.8 < bottom + 9 && line.text.length <= 60,
  );
  const own = under
    .filter((line) => line.x >= box.x - 12 && line.x < box.x + box.width)
    .toSorted((one, other) => one.baseline - other.baseline || one.x - other.x)[0];
  if (own !== undefined) return own;
  // Captions that a tab has moved aside stand in the order of their blanks.
  const row = blanks
    .filter((other) => Math.abs(other.y + other.height - bottom) < 3)
    .toSorted((one, other) => one.x - other.x);
  const captions = under.toSorted((one, other) => one.x - other.x);
  return row.length >= 2 && captions.length === row.length ? (captions[row.indexOf(box)] ?? null) : null;
}
