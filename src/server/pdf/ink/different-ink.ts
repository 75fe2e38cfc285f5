import type { GrayPixels, Size } from '#server/pdf/engine/rendered-document.ts';

/** A box in fractions of the visible page, with the origin at the top left. */
type Placed = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Values alone, rendered on two grounds. */
export type DrawnValues = { readonly onWhite: GrayPixels; readonly onBlack: GrayPixels };

/** A page without and with its values. */
type Pages = { readonly one: GrayPixels; readonly other: GrayPixels };

/**
 * A pixel differs if its gray is further than this from what is expected there and next to it. A box differs
 * if it has more such pixels than that. Renderers place letters at whole pixels, so a pixel's neighbors count.
 */
const DIFFERENT_GRAY = 48;
const DIFFERENT_PIXELS = 6;

/** How much of the page must be hidden by a value where only the value's own ink is compared. */
const OWN_INK = 192;

/**
 * Returns the boxes where a page with its values isn't the page without them and the values on top. With
 * `onlyInk`, only the values' ink is compared, because a form field's own look may have been replaced.
 */
export function findDifferent<Box extends Placed>(
  { one, other }: Pages,
  values: DrawnValues,
  boxes: readonly Box[],
  margin: number,
  onlyInk: boolean,
): Box[] {
  const expected = paintOver(one, values);
  const isOwn = (at: number) => getHiding(values, at) >= OWN_INK;
  return boxes.filter((box) => {
    let count = 0;
    for (const at of listPixels(one, box, margin)) {
      if (Math.abs((expected.values[at] ?? 0) - (other.values[at] ?? 0)) <= DIFFERENT_GRAY) continue;
      if (onlyInk && !isOwn(at)) continue;
      if (isNear(expected.values[at] ?? 0, other, at) && isNear(other.values[at] ?? 0, expected, at))
        continue;
      count += 1;
      if (count > DIFFERENT_PIXELS) return true;
    }
    return false;
  });
}

/** Returns the sum of gray differences that a value has in its box, on white, or on black if it is white. */
export function measureOwnInk({ onWhite, onBlack }: DrawnValues, box: Placed, isWhite: boolean): number {
  let sum = 0;
  for (const at of listPixels(onWhite, box, 0))
    sum += isWhite ? (onBlack.values[at] ?? 0) : 255 - (onWhite.values[at] ?? 255);
  return sum;
}

/** Returns how much a value hides of the page at a pixel, from 0 to 255. */
function getHiding({ onWhite, onBlack }: DrawnValues, at: number): number {
  return 255 - ((onWhite.values[at] ?? 0) - (onBlack.values[at] ?? 0));
}

function paintOver(page: GrayPixels, values: DrawnValues): GrayPixels {
  const painted = Uint8Array.from(page.values);
  const { onWhite, onBlack } = values;
  for (let at = 0; at < painted.length; at += 1) {
    const hiding = getHiding(values, at);
    if (hiding === 0) continue;
    painted[at] = Math.round(((page.values[at] ?? 0) * (255 - hiding)) / 255) + (onBlack.values[at] ?? 0);
  }
  return { width: onWhite.width, height: onWhite.height, values: painted };
}

function* listPixels({ width, height }: Size, box: Placed, margin: number): Generator<number> {
  const [left, top] = [Math.max(0, Math.floor(box.x * width - margin)), Math.floor(box.y * height - margin)];
  const right = Math.min(width, Math.ceil((box.x + box.width) * width + margin));
  const bottom = Math.min(height, Math.ceil((box.y + box.height) * height + margin));
  for (let y = Math.max(0, top); y < bottom; y += 1)
    for (let x = left; x < right; x += 1) yield y * width + x;
}

/** Checks whether a gray value is between those of a pixel and its neighbors, or close to them. */
function isNear(gray: number, { width, height, values }: GrayPixels, at: number): boolean {
  const [x, y] = [at % width, Math.floor(at / width)];
  let [least, most] = [255, 0];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
      const near = values[row * width + column] ?? 0;
      least = Math.min(least, near);
      most = Math.max(most, near);
    }
  }
  return gray >= least - DIFFERENT_GRAY && gray <= most + DIFFERENT_GRAY;
}
