import type { Candidate } from '#reading/candidates/candidate.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import type { Near, Surroundings } from '#reading/candidates/surroundings.ts';

/** The largest distance of a label beside, above, and below its blank, in points. */
const BESIDE = 60;
const ABOVE = 24;
const BELOW = 14;

/** The bit of `Candidate.sides` for a drawn top. */
const TOP_DRAWN = 4;

/** The bits of `Candidate.sides` for drawn left and right sides. */
const WALLS = 3;

/**
 * The largest distance of a caption below an open line, in points, and the caption's largest length in
 * characters.
 */
const CAPTION = 8;
const LONGEST_CAPTION = 40;

/** The longest label in the same cell as its blank, in characters. */
const LONGEST_IN_CELL = 90;

/** Returns the printed words that label a blank; empty if there are none nearby. */
export function findFieldLabel(box: Candidate, near: Surroundings, isTick: boolean): string {
  const label = isTick ? tickLabel(near) : findBlankLabel(box, near);
  return tidy(label);
}

/** Returns a tick box's label: the words after the box, or else the words before it. */
function tickLabel({ left, right, above }: Surroundings): string {
  if (right !== null && right.distance < 24) return right.line.text;
  if (left !== null && left.distance < 24) return left.line.text;
  return (right ?? left ?? above)?.line.text ?? '';
}

function findBlankLabel(box: Candidate, near: Surroundings): string {
  const { left, above, below, inFrame } = near;
  // If no line is drawn on top, the frame contains the rest of the page above the blank.
  const isCell = (box.sides & TOP_DRAWN) !== 0 && ((box.sides & WALLS) !== 0 || !isCaption(below, box));
  if (isCell && inFrame !== '' && inFrame.length <= LONGEST_IN_CELL) return inFrame;
  if (left !== null && left.distance <= BESIDE && !isLineNumber(left)) return getWordsBefore(left, box.x);
  // A caption under a line is the line's label. Words above the line more often belong to the text.
  if (below !== null && below.distance <= BELOW && isAligned(below, box)) {
    const closerAbove = above !== null && above.distance < below.distance && above.line.text.endsWith(':');
    if (!closerAbove) return below.line.text;
  }
  if (above !== null && above.distance <= ABOVE) return above.line.text;
  return left === null ? '' : getWordsBefore(left, box.x);
}

/** Returns the words of the line that come before the blank. */
function getWordsBefore({ line }: Near, x: number): string {
  const before = line.words.filter((word) => word.x + word.width <= x + 3);
  return (before.length === 0 ? line.words : before).map(({ text }) => text).join(' ');
}

function isCaption(below: Near | null, box: PageBox): boolean {
  if (below === null || below.distance > CAPTION || below.line.text.length > LONGEST_CAPTION) return false;
  return isAligned(below, box) && !/[:.;]$/.test(below.line.text);
}

/** Checks whether a line is a number or letter of the form itself, or only a sign such as `►` or `!`. */
function isLineNumber({ line }: Near): boolean {
  return /^\d{1,3}[a-z]?\.?$/i.test(line.text) || /^[^\p{L}\d]*\p{L}?[^\p{L}\d]*$/u.test(line.text);
}

function isAligned({ line }: Near, box: PageBox): boolean {
  return line.x < box.x + box.width * 0.6 && line.x + line.width > box.x && line.width <= box.width * 1.6;
}

function tidy(text: string): string {
  const single = text
    .replaceAll(/(?:[._\u2026]\s*){2,}/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = single.length > 80 ? `…${single.slice(-79)}` : single;
  return short.replace(/\s*[:：]\s*$/u, '');
}
