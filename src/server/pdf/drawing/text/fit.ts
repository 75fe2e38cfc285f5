import type { FontStyle } from './faces.ts';
import { BreakableText, type Line, type LineRoom, measureText } from './wrap.ts';

/**
 * Text that has been fitted into a box: the font size, the lines, and the room of each line in font sizes.
 */
export type FittedText = { size: number; lines: Line[]; room: LineRoom };

/** Below this share of the wanted size, a line is broken rather than shrunk further. */
const READABLE_SHARE = 0.7;
/** The factor by which each try is smaller than the one before. */
const STEP = 0.95;
const SMALLEST = 0.25;

/**
 * Finds the largest size up to `largest` at which the whole text fits into a box. The text stays on one line
 * as long as that is readable, and is broken into several lines otherwise. A value is never cut; it shrinks
 * as far as necessary.
 */
export function fitText(
  text: string,
  style: FontStyle,
  box: { width: number; height: number },
  largest: number,
): FittedText {
  const breakable = new BreakableText(text, style);
  const { room, lineHeight } = breakable;
  const own = breakable.ownLines();
  const ceiling = Math.min(largest, box.height / lineHeight);
  const oneLine = own.length > 1 ? 0 : findLargestSize(own, style, box.width, ceiling);
  if (oneLine >= ceiling * READABLE_SHARE) return { size: oneLine, lines: own, room };

  for (let size = ceiling; size > Math.max(oneLine, SMALLEST); size *= STEP) {
    const lines = breakable.lines(box.width / size);
    // When shaped as a whole, a line may come out a little wider than the sum of its words.
    if (lines.length * size * lineHeight <= box.height)
      return { size: findLargestSize(lines, style, box.width, size), lines, room };
  }
  // No line breaks fit, so each line is shrunk to the width, and all of them to the height.
  const size = findLargestSize(own, style, box.width, box.height / own.length / lineHeight);
  return { size: Math.max(oneLine, size), lines: own, room };
}

/** Returns the largest size up to `ceiling` at which no line is wider than `width`. */
function findLargestSize(lines: readonly Line[], style: FontStyle, width: number, ceiling: number): number {
  return lines.reduce((size, { text }) => {
    const extent = measureText(text, style, 1);
    const ink = Math.max(0, extent.left) + Math.max(extent.width, extent.right);
    return ink === 0 ? size : Math.min(size, width / ink);
  }, ceiling);
}
