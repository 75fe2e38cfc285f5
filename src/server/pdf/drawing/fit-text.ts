import type { FontStyle } from './fonts.ts';
import { LINE_HEIGHT, measureText, wrapText } from './text.ts';

/** Text as it fits into a box: the font size and the lines. */
export type FittedText = { size: number; lines: string[] };

/** Below this share of the wanted size a line is broken rather than shrunk further. */
const READABLE_SHARE = 0.7;
/** Each try is this much smaller than the one before. */
const STEP = 0.95;
const SMALLEST = 0.25;

/**
 * Finds the largest size up to `largest` at which all of a text fits into a box: on one line while that stays
 * readable, else broken into several. A value is never cut: it shrinks as far as it must.
 */
export function fitText(
  text: string,
  style: FontStyle,
  box: { width: number; height: number },
  largest: number,
): FittedText {
  const ceiling = Math.min(largest, box.height / LINE_HEIGHT);
  const oneLine = text.includes('\n') ? 0 : sizeOfOneLine(text, style, box.width, ceiling);
  if (oneLine >= ceiling * READABLE_SHARE) return { size: oneLine, lines: [text] };

  for (let size = Math.min(largest, box.height); size > Math.max(oneLine, SMALLEST); size *= STEP) {
    if (size * LINE_HEIGHT > box.height) continue;
    const lines = wrapText(text, style, size, box.width);
    if (lines.length * size * LINE_HEIGHT <= box.height) return { size, lines };
  }
  return { size: Math.max(oneLine, sizeOfLines(text, style, box)), lines: text.split('\n') };
}

function sizeOfOneLine(text: string, style: FontStyle, width: number, ceiling: number): number {
  const { left, right, width: advance } = measureText(text, style, 1);
  const ink = Math.max(0, left) + Math.max(advance, right);
  return ink === 0 ? ceiling : Math.min(ceiling, width / ink);
}

/** For a box that no wrapping suits: each line shrunk to its width, and all of them to its height. */
function sizeOfLines(text: string, style: FontStyle, box: { width: number; height: number }): number {
  const lines = text.split('\n');
  const ceiling = box.height / lines.length / LINE_HEIGHT;
  return Math.min(...lines.map((line) => sizeOfOneLine(line, style, box.width, ceiling)));
}
