/** An sRGB color, each channel 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];

const HEX = /^#([0-9a-f]{6})$/i;

/** Parses `#rrggbb`. Returns null for any other text. */
export function parseHex(text: string): Rgb | null {
  const digits = HEX.exec(text)?.[1];
  if (digits === undefined) return null;
  const number = Number.parseInt(digits, 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

/** Formats a color as lowercase `#rrggbb`. */
export function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the contrast of two colors, 1 to 21 (WCAG 2.2, contrast ratio). */
export function computeContrast(one: Rgb, other: Rgb): number {
  const [first, second] = [computeLuminance(one), computeLuminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

/** Mixes two colors. A `share` of 0 gives the first, 1 the second. */
export function mixColors(color: Rgb, into: Rgb, share: number): Rgb {
  const mixChannel = (at: 0 | 1 | 2) => Math.round(color[at] + (into[at] - color[at]) * share);
  return [mixChannel(0), mixChannel(1), mixChannel(2)];
}

/** Returns the relative luminance (WCAG 2.2): 0 for black, 1 for white. */
function computeLuminance([red, green, blue]: Rgb): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function toLinear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
