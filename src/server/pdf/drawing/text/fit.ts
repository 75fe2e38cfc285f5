import { fitLines, type FittedLines } from '#domain/field/value/fit.ts';
import type { FontStyle } from './faces.ts';
import { BreakableText, type Line, type LineRoom, measureText } from './wrap.ts';

/**
 * Text that has been fitted into a box: the font size, the lines, and the room of each line in font sizes.
 */
export type FittedText = FittedLines<Line> & { readonly room: LineRoom };

/** Fits a text into a box with the measures of its font. */
export function fitText(
  text: string,
  style: FontStyle,
  box: { width: number; height: number },
  { largest, smallest }: { largest: number; smallest: number },
): FittedText {
  const breakable = new BreakableText(text, style);
  const { room, lineHeight } = breakable;
  const measured = {
    ...{ lineHeight, own: breakable.ownLines() },
    breakInto: (width: number) => breakable.lines(width),
    widthOf: (line: Line) => measureInk(line, style),
  };
  return { ...fitLines(measured, box, largest, smallest), room };
}

/** Returns the width of a line with ink that reaches out of it, in font sizes. */
function measureInk({ text }: Line, style: FontStyle): number {
  const { left, width, right } = measureText(text, style, 1);
  return Math.max(0, left) + Math.max(width, right);
}
