import type { PageBox } from '../page/page-facts.ts';

/** A page as gray values from 0 (black) to 255 (white), row by row from the top. */
export type GrayPage = {
  readonly width: number;
  readonly height: number;
  readonly values: Uint8Array;
  /** Pixels per point. */
  readonly scale: number;
};

/** White: what lies beyond the edges of a picture that was turned, and what erased boxes leave. */
const PAPER = 255;

/** Turns a picture clockwise about its middle, on paper of the same size. */
export function turnPicture(gray: GrayPage, degrees: number): GrayPage {
  if (degrees === 0) return gray;
  const { width, height, values } = gray;
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = new Uint8Array(width * height).fill(PAPER);
  for (let row = 0; row < height; row += 1) {
    const down = row - height / 2;
    for (let at = 0; at < width; at += 1) {
      const along = at - width / 2;
      const x = width / 2 + cos * along + sin * down;
      const y = height / 2 - sin * along + cos * down;
      const left = Math.floor(x);
      const top = Math.floor(y);
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue;
      const corner = top * width + left;
      const [right, low] = [x - left, y - top];
      const above = (values[corner] ?? 0) * (1 - right) + (values[corner + 1] ?? 0) * right;
      const below = (values[corner + width] ?? 0) * (1 - right) + (values[corner + width + 1] ?? 0) * right;
      turned[row * width + at] = above * (1 - low) + below * low + 0.5;
    }
  }
  return { ...gray, values: turned };
}

/** Paints boxes and the space around them white. Boxes and space are in points. */
export function eraseBoxes(gray: GrayPage, boxes: readonly PageBox[], margin: number): GrayPage {
  const { width, height, scale } = gray;
  const values = Uint8Array.from(gray.values);
  for (const box of boxes) {
    const left = Math.max(0, Math.floor((box.x - margin) * scale));
    const right = Math.min(width, Math.ceil((box.x + box.width + margin) * scale));
    const low = Math.min(height, Math.ceil((box.y + box.height + margin) * scale));
    for (let row = Math.max(0, Math.floor((box.y - margin) * scale)); row < low; row += 1) {
      values.fill(PAPER, row * width + left, row * width + right);
    }
  }
  return { ...gray, values };
}

/** Swaps the axes of a picture, so that what finds horizontal lines also finds vertical ones. */
export function swapAxes(gray: GrayPage): GrayPage {
  const { width, height, values } = gray;
  const swapped = new Uint8Array(values.length);
  for (let row = 0; row < height; row += 1) {
    for (let at = 0; at < width; at += 1) swapped[at * height + row] = values[row * width + at] ?? 0;
  }
  return { ...gray, width: height, height: width, values: swapped };
}

/** Turns a picture clockwise by quarters of a full turn. */
export function turnQuarters(gray: GrayPage, turns: number): GrayPage {
  let turned = gray;
  for (let turn = 0; turn < turns; turn += 1) {
    const { width, height, values } = turned;
    const next = new Uint8Array(values.length);
    for (let row = 0; row < height; row += 1) {
      for (let at = 0; at < width; at += 1)
        next[at * height + height - 1 - row] = values[row * width + at] ?? 0;
    }
    turned = { ...turned, width: height, height: width, values: next };
  }
  return turned;
}
