import type { Alignment } from '#domain/field/details.ts';
import { splitGraphemes } from '#domain/field/value/graphemes.ts';
import { getTextLayout } from '#domain/field/value/text-layout.ts';
import { getTextRoom, LARGEST_TEXT } from '#domain/field/value/fit.ts';
import type { FieldLook } from '#server/pdf/seal/seal-request.ts';
import type { Place, SheetDrawing } from './sheets.ts';
import { fitText, type FittedText } from './text/fit.ts';
import { BreakableText, type Line, measureText } from './text/wrap.ts';

export const INK = '#101828';
/** A box at least this many lines tall is meant for several lines, so the text starts at the top. */
const TALL_BOX_LINES = 3;
/** The share of a cell's width that its character may take. */
const CELL_SHARE = 0.9;

/** Draws a value into its box: in cells if the field has cells, otherwise as lines of text. */
export function drawValue(
  drawing: SheetDrawing,
  place: Place,
  text: string,
  point: number,
  look: FieldLook = {},
): void {
  if (text === '') return;
  const characters = look.comb == null ? [] : splitGraphemes(text);
  // A value that the service filled in can be longer than its cells. It isn't cut, but drawn as lines
  // instead.
  if (look.comb != null && characters.length <= look.comb)
    drawCells(drawing, place, characters, {
      largest: (look.fontSize ?? LARGEST_TEXT) * point,
      ...{ cells: look.comb, align: look.align ?? null },
    });
  else drawLines(drawing, place, text, point, look);
}

function drawLines(drawing: SheetDrawing, place: Place, text: string, point: number, look: FieldLook): void {
  const { padding, box, ...sizes } = getTextRoom(place, point, look.fontSize);
  const inner = { ...place, x: place.x + padding, width: box.width };
  const { size, stretch, lines, room } = fitText(text, 'regular', box, sizes);

  const lineHeight = size * (room.above + room.below);
  const tall = place.height >= LARGEST_TEXT * point * (room.above + room.below) * TALL_BOX_LINES;
  const free = place.height - lines.length * lineHeight;
  const top = inner.y + (tall || look.multiline === true ? Math.min(free, padding) : free / 2);
  lines.forEach((line, index) => {
    const y = top + index * lineHeight + size * room.above;
    drawLine(drawing, line, { size, stretch }, inner, y, look.align ?? null);
  });
}

function drawLine(
  drawing: SheetDrawing,
  line: Line,
  { size, stretch }: Pick<FittedText, 'size' | 'stretch'>,
  inner: Place,
  y: number,
  align: Alignment | null,
): void {
  const { width, left, right } = measureText(line.text, 'regular', size * stretch);
  const start = inner.x + Math.max(0, left);
  const end = inner.x + inner.width - Math.max(width, right);
  const sides = { left: start, center: (start + end) / 2, right: end };
  const x = sides[align ?? line.side];
  drawing.text({ ...line, style: 'regular', size, stretch, x, y, color: INK });
}

/**
 * Draws each character in the middle of its cell, all at the same size. Right-to-left text begins in the last
 * cell.
 */
function drawCells(
  drawing: SheetDrawing,
  place: Place,
  characters: readonly string[],
  { largest, cells, align }: { largest: number; cells: number; align: Alignment | null },
): void {
  const text = characters.join('');
  const { direction, side } = getTextLayout(text, align);
  const rightToLeft = direction === 'rtl';
  const { room, lineHeight } = new BreakableText(text, 'regular');
  const cell = place.width / cells;
  const widest = Math.max(...characters.map((one) => measureText(one, 'regular', 1).width));
  const size = Math.min(largest, place.height / lineHeight, (cell * CELL_SHARE) / Math.max(widest, 0.01));
  const free = cells - characters.length;
  const before = { left: 0, center: Math.floor(free / 2), right: free }[side];
  const y = place.y + (place.height - size * lineHeight) / 2 + size * room.above;
  const x = place.x + before * cell;
  drawing.text({ text, style: 'regular', size, x, y, color: INK, rightToLeft, cell });
}
