import type { ColorPixels } from '#server/pdf/engine/rendered-document.ts';

/**
 * A box on a page, in fractions of the page as displayed, with the origin at the top left. Its number is
 * drawn inside it.
 */
export interface NumberedBox {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Red, green and blue. */
  readonly color: readonly [number, number, number];
}

/** The opacity of a box's color over what it covers. */
const TINT = 0.2;
/** Border width in pixels. */
const BORDER = 2;
const MARGIN = 2;

/** Digits of three by five dots. Labels in any script would need fonts; numbers with a legend don't. */
const DIGITS = [
  '111101101101111',
  '010110010010111',
  '111001111100111',
  '111001111001111',
  '101101111001001',
  '111100111001111',
  '111100111101111',
  '111001010010010',
  '111101111101111',
  '111101111001111',
];
const DOTS = { width: 3, height: 5, pitch: 4 };
/** Pixels per dot. */
const LARGEST_DOT = 4;
const SMALLEST_DOT = 2;

const WHITE = [255, 255, 255] as const;

type Area = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Draws translucent boxes with their numbers on a picture of a page. */
export function drawBoxes(pixels: ColorPixels, boxes: readonly NumberedBox[]): void {
  for (const box of boxes) {
    const left = Math.round(box.x * pixels.width);
    const top = Math.round(box.y * pixels.height);
    const right = Math.round((box.x + box.width) * pixels.width);
    const bottom = Math.round((box.y + box.height) * pixels.height);
    paint(pixels, { left, top, right, bottom }, box.color, TINT);
    paint(pixels, { left, top, right, bottom: top + BORDER }, box.color);
    paint(pixels, { left, top: bottom - BORDER, right, bottom }, box.color);
    paint(pixels, { left, top, right: left + BORDER, bottom }, box.color);
    paint(pixels, { left: right - BORDER, top, right, bottom }, box.color);
  }
  // Numbers are drawn last so that no box covers them.
  for (const box of boxes) drawNumber(pixels, box);
}

function drawNumber(pixels: ColorPixels, { number, x, y, width, height, color }: NumberedBox): void {
  const digits = String(number);
  const getTagSize = (dot: number) => ({
    width: (digits.length * DOTS.pitch - 1) * dot + 2 * MARGIN,
    height: DOTS.height * dot + 2 * MARGIN,
  });
  let dot = LARGEST_DOT;
  const isFitting = (size: { readonly width: number; readonly height: number }) =>
    size.width <= width * pixels.width && size.height <= height * pixels.height;
  while (dot > SMALLEST_DOT && !isFitting(getTagSize(dot))) dot -= 1;
  const tag = getTagSize(dot);
  const left = Math.max(0, Math.min(Math.round(x * pixels.width), pixels.width - tag.width));
  const top = Math.max(0, Math.min(Math.round(y * pixels.height), pixels.height - tag.height));
  paint(pixels, { left, top, right: left + tag.width, bottom: top + tag.height }, color);
  for (const [place, digit] of [...digits].entries()) {
    for (const [index, isInk] of [...(DIGITS[Number(digit)] ?? '')].entries()) {
      if (isInk !== '1') continue;
      const [column, row] = [index % DOTS.width, Math.floor(index / DOTS.width)];
      const from = {
        left: left + MARGIN + (place * DOTS.pitch + column) * dot,
        top: top + MARGIN + row * dot,
      };
      paint(pixels, { ...from, right: from.left + dot, bottom: from.top + dot }, WHITE);
    }
  }
}

/** Mixes a color into the part of an area that lies within the picture. */
function paint(
  { width, height, values }: ColorPixels,
  { left, top, right, bottom }: Area,
  color: NumberedBox['color'],
  share = 1,
): void {
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) {
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 1) {
      const at = (y * width + x) * 4;
      for (const [channel, value] of color.entries())
        values[at + channel] = Math.round((values[at + channel] ?? 0) * (1 - share) + value * share);
    }
  }
}
