/**
 * The brightness below which a point has some ink, and below which it is ink only. Both are shares of the
 * brightness of the paper around it.
 */
const INK_BELOW = 0.82;
const SOLID_BELOW = 0.55;
/** The number of blocks along the longer side. Within a block, the light on the paper is taken as even. */
const BLOCKS = 16;
/**
 * The paper of a block is as bright as the point at this rank, when the block's points are sorted from dark
 * to bright.
 */
const PAPER_RANK = 0.85;
/** The least and the greatest share of ink in a picture that shows a signature on paper. */
const LEAST_INK = 0.0003;
const MOST_INK = 0.5;
/** In a stamp, a block below this share of the brightest one is a filled area, and not paper in a shadow. */
const LEAST_PAPER = 0.4;
const MARGIN_PX = 4;
/** A picture with a larger share of transparent points than this has no background. */
const LEAST_TRANSPARENT = 0.05;

export type Pixels = { readonly data: Uint8ClampedArray; readonly width: number; readonly height: number };
export type Area = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/**
 * Makes the paper of a photographed or scanned signature transparent, in place. Uneven light makes no
 * difference. With `inColor`, bright colors and filled areas are ink, too, as in a stamp. Returns the area with
 * ink, or null if the picture doesn't look like ink on paper. In that case the picture is left as it is.
 */
export function clearBackground(pixels: Pixels, inColor = false): Area | null {
  const { data, width, height } = pixels;
  if (isTransparent(data)) return null;
  const light = computeBrightness(data, inColor);
  const paperAt = estimatePaper(light, width, height, inColor ? LEAST_PAPER : 0);
  const opacity = light.map((value, index) => {
    const share = value / Math.max(1, paperAt(index % width, Math.floor(index / width)));
    return Math.min(1, Math.max(0, (INK_BELOW - share) / (INK_BELOW - SOLID_BELOW)));
  });
  const inked = opacity.reduce((sum, value) => sum + (value > 0.5 ? 1 : 0), 0) / opacity.length;
  if (inked < LEAST_INK || inked > MOST_INK) return null;
  opacity.forEach((value, index) => {
    const paper = paperAt(index % width, Math.floor(index / width));
    // Removes the paper's share of the color at the edge of a stroke, so that no pale seam is left.
    if (value > 0)
      for (const at of [index * 4, index * 4 + 1, index * 4 + 2])
        data[at] = ((data[at] ?? 0) - (1 - value) * paper) / value;
    data[index * 4 + 3] = Math.round(value * 255);
  });
  return findInkedArea(opacity, width, height);
}

function isTransparent(data: Uint8ClampedArray): boolean {
  let clear = 0;
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 128) clear++;
  return clear > (data.length / 4) * LEAST_TRANSPARENT;
}

function computeBrightness(data: Uint8ClampedArray, inColor: boolean): Float32Array {
  const light = new Float32Array(data.length / 4);
  for (let index = 0; index < light.length; index++) {
    const [red, green, blue] = [data[index * 4] ?? 0, data[index * 4 + 1] ?? 0, data[index * 4 + 2] ?? 0];
    light[index] = inColor ? Math.min(red, green, blue) : 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return light;
}

/**
 * Returns the paper's brightness at any point, interpolated between the blocks around it. A block that is darker
 * than the `least` share of the brightest one is full of ink.
 */
function estimatePaper(
  light: Float32Array,
  width: number,
  height: number,
  least: number,
): (x: number, y: number) => number {
  const side = Math.max(8, Math.ceil(Math.max(width, height) / BLOCKS));
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const found = Array.from({ length: columns * rows }, (_, block) => {
    const [left, top] = [(block % columns) * side, Math.floor(block / columns) * side];
    const values: number[] = [];
    for (let y = top; y < Math.min(height, top + side); y += 2)
      for (let x = left; x < Math.min(width, left + side); x += 2) values.push(light[y * width + x] ?? 0);
    values.sort((one, other) => one - other);
    return values[Math.floor(values.length * PAPER_RANK)] ?? 255;
  });
  const brightest = Math.max(...found);
  const blocks = found.map((paper) => (paper < least * brightest ? brightest : paper));
  const getBlock = (column: number, row: number): number =>
    blocks[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] ??
    255;
  return (x, y) => {
    const [across, down] = [x / side - 0.5, y / side - 0.5];
    const [column, row] = [Math.floor(across), Math.floor(down)];
    const mix = (one: number, other: number, share: number): number => one + (other - one) * share;
    return mix(
      mix(getBlock(column, row), getBlock(column + 1, row), across - column),
      mix(getBlock(column, row + 1), getBlock(column + 1, row + 1), across - column),
      down - row,
    );
  };
}

function findInkedArea(opacity: Float32Array, width: number, height: number): Area {
  let [left, top, right, bottom] = [width, height, 0, 0];
  opacity.forEach((value, index) => {
    if (value < 0.5) return;
    const [x, y] = [index % width, Math.floor(index / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  const [x, y] = [Math.max(0, left - MARGIN_PX), Math.max(0, top - MARGIN_PX)];
  return {
    ...{ x, y },
    width: Math.min(width, right + 1 + MARGIN_PX) - x,
    height: Math.min(height, bottom + 1 + MARGIN_PX) - y,
  };
}
