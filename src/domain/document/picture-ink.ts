/** The pixels of a picture: four bytes each, with the opacity last. */
export type PicturePixels = {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
};

/** A pixel counts as ink if it is darker than the picture's paper by more than this, on a scale of 255. */
const CONTRAST = 40;
/**
 * The paper's shade is the lightest one that at least this share of all pixels reach. Fewer light pixels may
 * be noise.
 */
const PAPER_SHARE = 0.01;
/**
 * Pixels darker than this hide print below them. A picture in which nearly all pixels are this dark has no
 * ink on paper.
 */
const DARK = 96;
const MOST_DARK = 0.9;
/**
 * A picture whose long side is this many times its short side can be a single pen stroke, cropped to its
 * edges.
 */
const STROKE_RATIO = 5;
/**
 * The size of a typical field in points, and the minimum sum of gray differences that ink leaves in it at 72
 * pixels per inch.
 */
const FIELD = { width: 150, height: 40 };
const LEAST_INK = 96;

/**
 * Checks whether a picture of a signature leaves ink on white paper that stands out from the rest of the
 * picture.
 */
export function leavesInk({ data, width, height }: PicturePixels): boolean {
  const pixels = width * height;
  const shades = new Array<number>(256).fill(0);
  for (let at = 0; at < pixels * 4; at += 4) {
    const gray = toGray(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255);
    const opacity = (data[at + 3] ?? 255) / 255;
    const shade = Math.round(255 - (255 - gray) * opacity);
    shades[shade] = (shades[shade] ?? 0) + 1;
  }
  const dark = shades.slice(0, DARK).reduce((sum, count) => sum + count, 0);
  const isStroke = Math.max(width, height) >= STROKE_RATIO * Math.min(width, height);
  if (!isStroke && dark > pixels * MOST_DARK) return false;
  const paper = isStroke ? 255 : findPaperShade(shades, pixels);
  const ink = shades.reduce((sum, count, shade) => {
    const difference = paper - shade;
    return difference > CONTRAST ? sum + difference * count : sum;
  }, 0);
  const scale = Math.min(1, FIELD.width / width, FIELD.height / height);
  return ink * scale ** 2 >= LEAST_INK;
}

/** Returns how light a color is, from 0 to 255. */
export function toGray(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Returns the shade of the paper: the darkest of the lightest pixels. */
function findPaperShade(shades: readonly number[], pixels: number): number {
  let lighter = 0;
  for (let shade = 255; shade > 0; shade -= 1) {
    lighter += shades[shade] ?? 0;
    if (lighter >= pixels * PAPER_SHARE) return shade;
  }
  return 0;
}
