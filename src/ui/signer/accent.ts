/** The colours of a primary button: its fill, its fill under the pointer, and the text on it. */
export type Accent = { readonly fill: string; readonly hover: string; readonly text: '#000000' | '#ffffff' };

type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i;
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];

/**
 * A sender's accent colour made readable: the text is black or white, whichever contrasts more; one of the two always
 * reaches 4.5 (WCAG 2.2, 1.4.3). Null for a colour that is not written in hexadecimal.
 */
export function accentOf(color: string | null): Accent | null {
  const fill = color === null ? null : parseHex(color);
  if (fill === null) return null;
  const onWhite = contrast(fill, WHITE);
  const onBlack = contrast(fill, BLACK);
  const text = onWhite >= onBlack ? '#ffffff' : '#000000';
  // Away from the text's colour, so that the contrast only grows.
  const hover = mixed(fill, text === '#ffffff' ? BLACK : WHITE, 0.14);
  return { fill: toHex(fill), hover: toHex(hover), text };
}

/** Contrast of two colours, 1 to 21 (WCAG 2.2, definition of contrast ratio). */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [parseHex(one), parseHex(other)];
  return first === null || second === null ? null : contrast(first, second);
}

function contrast(one: Rgb, other: Rgb): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function mixed(color: Rgb, into: Rgb, share: number): Rgb {
  return color.map((channel, index) =>
    Math.round(channel + ((into[index] ?? 0) - channel) * share),
  ) as unknown as Rgb;
}

function parseHex(text: string): Rgb | null {
  const digits = HEX.exec(text.trim())?.[1];
  if (digits === undefined) return null;
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  const number = Number.parseInt(full, 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
