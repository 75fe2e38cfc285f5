/** The service's own colour, for organizations that have chosen none. */
export const DEFAULT_ACCENT = '#1d4ed8';

/**
 * A colour that can go into a style attribute, and black or white, whichever reads better on it: at least 4.58 to 1, more
 * than the 4.5 of WCAG 2.2 (1.4.3). What is not `#rrggbb` becomes the service's own colour.
 */
export function accentOf(accentColor: string | null): { color: string; textColor: '#000000' | '#ffffff' } {
  const color =
    accentColor !== null && HEX_COLOR.test(accentColor) ? accentColor.toLowerCase() : DEFAULT_ACCENT;
  const luminance = relativeLuminance(color);
  const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return { color, textColor: onBlack > onWhite ? '#000000' : '#ffffff' };
}

const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** WCAG 2.2, "relative luminance" of an sRGB colour: 0 for black, 1 for white. */
function relativeLuminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) =>
    linear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
