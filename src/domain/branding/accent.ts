import { BLACK, computeContrast, mixColors, parseHex, toHex, WHITE, type Rgb } from './color.ts';

export type Scheme = 'light' | 'dark';

/** The service's own color, for organizations that haven't set one. */
export const DEFAULT_ACCENT = '#3f45c8';

/** The backgrounds and text colors of the product's pages, as in `tokens.css`. */
export const SCHEMES = {
  light: {
    surface: '#faf9f7',
    raised: '#ffffff',
    sunken: '#f3f2ee',
    ink: '#1c1b1f',
    muted: '#57555c',
    line: '#e8e6e1',
  },
  dark: {
    surface: '#131316',
    raised: '#1b1b1f',
    sunken: '#101013',
    ink: '#ededf0',
    muted: '#aeadb6',
    line: '#2a2a30',
  },
} as const satisfies Record<Scheme, Record<string, string>>;

/** An accent color adjusted for pages, each as `#rrggbb`. */
export type AccentPalette = {
  /** The color of buttons and bars: at least 3:1 against every background (WCAG 2.2, 1.4.11). */
  readonly accent: string;
  /** The accent while the pointer hovers over it. */
  readonly accentHover: string;
  /** The color of text on `accent` and `accentHover`: at least 4.5:1 (WCAG 2.2, 1.4.3). */
  readonly onAccent: string;
  /** A tint used as a background for text. */
  readonly accentSoft: string;
  /** The accent as a text color: at least 4.5:1 on every background and on the tint. */
  readonly accentText: string;
};

const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
const STEPS = 100;

/**
 * Adjusts an organization's color until it is readable: keeps the hue and moves the color toward the page's
 * text color as far as needed. Returns null if it isn't `#rrggbb`.
 */
export function buildPalette(color: string, scheme: Scheme): AccentPalette | null {
  const chosen = parseHex(color);
  if (chosen === null) return null;
  const backgrounds = listBackgrounds(scheme);
  const away = scheme === 'light' ? BLACK : WHITE;
  const fill = correctColor(chosen, away, backgrounds, SHAPE_CONTRAST);
  const onFill = pickTextColor(fill);
  // The hover color moves away from the text's color, so the contrast only grows.
  const hover = mixColors(fill, onFill === WHITE ? BLACK : WHITE, 0.14);
  const soft = mixColors(backgrounds[0], chosen, scheme === 'light' ? 0.1 : 0.2);
  const text = correctColor(chosen, away, [...backgrounds, soft], TEXT_CONTRAST);
  return {
    accent: toHex(fill),
    accentHover: toHex(hover),
    onAccent: toHex(onFill),
    accentSoft: toHex(soft),
    accentText: toHex(text),
  };
}

/**
 * Returns a color for use on one background, such as an email's button, and black or white for the text on
 * it. The color reaches at least 3:1 against the background, and the text 4.5:1 against the color. Returns
 * null if the color isn't `#rrggbb`.
 */
export function fillOn(color: string, background: string): { color: string; textColor: string } | null {
  const [chosen, behind] = [parseHex(color), parseHex(background)];
  if (chosen === null || behind === null) return null;
  const fill = correctColor(chosen, pickTextColor(behind), [behind], SHAPE_CONTRAST);
  return { color: toHex(fill), textColor: toHex(pickTextColor(fill)) };
}

/**
 * Returns the contrast of two `#rrggbb` colors, 1 to 21 (WCAG 2.2), or null if either is malformed.
 * @internal
 */
export function computeHexContrast(one: string, other: string): number | null {
  const [first, second] = [parseHex(one), parseHex(other)];
  return first === null || second === null ? null : computeContrast(first, second);
}

/** Returns black or white, whichever contrasts more. One of the two always reaches 4.58. */
function pickTextColor(color: Rgb): Rgb {
  return computeContrast(color, WHITE) >= computeContrast(color, BLACK) ? WHITE : BLACK;
}

/**
 * Returns the first color between `color` and `end` that contrasts enough with all backgrounds. `end` itself
 * always does.
 */
function correctColor(color: Rgb, end: Rgb, backgrounds: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mixColors(color, end, step / STEPS);
    if (backgrounds.every((background) => computeContrast(candidate, background) >= least)) return candidate;
  }
  return end;
}

function listBackgrounds(scheme: Scheme): readonly [Rgb, ...Rgb[]] {
  const { raised, surface, sunken } = SCHEMES[scheme];
  const read = (hex: string): Rgb => parseHex(hex) ?? WHITE;
  return [read(raised), read(surface), read(sunken)];
}
