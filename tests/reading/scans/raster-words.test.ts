import { describe, expect, it } from 'vitest';
import { findRasterWords, toUnreadGlyphs } from '#reading/scans/raster-words.ts';
import { groupWordsAndLines } from '#reading/page/words.ts';

const SCALE = 2;
const WIDTH = 400;
const HEIGHT = 200;

/** A picture of boxes of ink, in points. */
function picture(boxes: readonly (readonly [x: number, y: number, width: number, height: number])[]) {
  const values = new Uint8Array(WIDTH * HEIGHT).fill(255);
  for (const [x, y, width, height] of boxes) {
    for (let row = y * SCALE; row < (y + height) * SCALE; row += 1) {
      values.fill(20, row * WIDTH + x * SCALE, row * WIDTH + (x + width) * SCALE);
    }
  }
  return { width: WIDTH, height: HEIGHT, values, scale: SCALE };
}

describe('words in a picture', () => {
  it('are patches of letters, joined over small gaps and apart over wide ones', () => {
    const gray = picture([
      [10, 20, 4, 7],
      [15, 20, 4, 9],
      [30, 20, 12, 7],
    ]);
    const found = findRasterWords(gray, []).toSorted((one, other) => one.x - other.x);
    expect(found).toEqual([
      { x: 10, y: 20, width: 9, height: 9 },
      { x: 30, y: 20, width: 12, height: 7 },
    ]);
  });

  it('are not the lines and boxes that were found', () => {
    const gray = picture([
      [10, 50, 150, 1],
      [10, 30, 20, 8],
    ]);
    expect(findRasterWords(gray, [{ x: 10, y: 50, width: 150, height: 1 }])).toEqual([
      { x: 10, y: 30, width: 20, height: 8 },
    ]);
  });

  it('make lines without letters', () => {
    const { words, lines } = groupWordsAndLines(
      toUnreadGlyphs([
        { x: 10, y: 20, width: 9, height: 9 },
        { x: 23, y: 20, width: 12, height: 7 },
        { x: 120, y: 20, width: 12, height: 7 },
        { x: 10, y: 40, width: 12, height: 7 },
      ]),
    );
    expect(words).toHaveLength(4);
    expect(lines.map(({ x, width }) => [x, width])).toEqual([
      [10, 25],
      [120, 12],
      [10, 12],
    ]);
    expect(lines.every(({ text }) => text.trim() === '')).toBe(true);
  });
});
