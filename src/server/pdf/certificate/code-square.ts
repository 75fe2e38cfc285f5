import { encode } from 'uqr';
import type { Place } from '#server/pdf/drawing/sheets.ts';
import { createRectangleShape, type Shape, combineShapes } from '#server/pdf/drawing/shapes.ts';

/**
 * Makes a QR code that fills a place (ISO/IEC 18004, error correction M). Adjacent modules in a row are drawn
 * as one rectangle.
 */
export function createCodeSquare(text: string, { x, y, width }: Place): Shape {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const unit = width / size;
  const bars: Shape[] = [];
  data.forEach((row, line) => {
    for (let start = 0; start < size; start += 1) {
      if (row[start] !== true) continue;
      let end = start;
      while (row[end] === true) end += 1;
      bars.push(createRectangleShape(x + start * unit, y + line * unit, (end - start) * unit, unit));
      start = end;
    }
  });
  return combineShapes(bars);
}
