import type { Candidate } from '#reading/candidates/candidate.ts';
import type { PageBox } from '#reading/page/page-facts.ts';
import type { Near, Surroundings } from '#reading/candidates/surroundings.ts';

/** How far a label may stand beside, above and below its blank, in points. */
const BESIDE = 60;
const ABOVE = 24;
const BELOW = 14;

/** The bit of Candidate.sides for a drawn top. */
const TOP_DRAWN = 4;

/** The bits of drawn sides at the left and the right. */
const WALLS = 3;

/** How close under a line without walls its caption stands, in points, and its most characters. */
const CAPTION = 8;
const LONGEST_CAPTION = 40;

/** Longest label that stands in the cell of its blank, in characters. */
const LONGEST_IN_CELL = 90;

/** The printed words that name a blank; empty when none are near. */
export function labelOf(box: Candidate, near: Surroundings, isTick: boolean): string {
  const label = isTick ? tickLabel(near) : blankLabel(box, near);
  return tidy(label);
}

/** A tick box is named by what follows it, or by what stands before it. */
function tickLabel({ left, right, above }: Surroundings): string {
  if (right !== null && right.distance < 24) return right.line.text;
  if (left !== null && left.distance < 24) return left.line.text;
  return (right ?? left ?? above)?.line.text ?? '';
}

function blankLabel(box: Candidate, near: Surroundings): string {
  const { left, above, below, inFrame } = near;
  // Without a line above it, what a frame holds is the page above the blank.
  const isCell = (box.sides & TOP_DRAWN) !== 0 && ((box.sides & WALLS) !== 0 || !isCaption(below, box));
  if (isCell && inFrame !== '' && inFrame.length <= LONGEST_IN_CELL) return inFrame;
  if (left !== null && left.distance <= BESIDE && !isLineNumber(left)) return endOf(left, box.x);
  // Under a line stands what signs on it; over it more often the words before.
  if (below !== null && below.distance <= BELOW && isAligned(below, box)) {
    const closerAbove = above !== null && above.distance < below.distance && above.line.text.endsWith(':');
    if (!closerAbove) return below.line.text;
  }
  if (above !== null && above.distance <= ABOVE) return above.line.text;
  return left === null ? '' : endOf(left, box.x);
}

/** The words of the line that stand before the blank. */
function endOf({ line }: Near, x: number): string {
  const before = line.words.filter((word) => word.x + word.width <= x + 3);
  return (before.length === 0 ? line.words : before).map(({ text }) => text).join(' ');
}

function isCaption(below: Near | null, box: PageBox): boolean {
  if (below === null || below.distance > CAPTION || below.line.text.length > LONGEST_CAPTION) return false;
  return isAligned(below, box) && !/[:.;]$/.test(below.line.text);
}

/** A number or a letter of the form's own, or only a sign, as `►` and `!`. */
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
