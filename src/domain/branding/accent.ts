import { BLACK, contrast, mixed, parseHex, toHex, WHITE, type Rgb } from './colour.ts';

/** Light and dark pages. */
export type Scheme = 'light' | 'dark';

/** What an accent colour stands on: the backgrounds and inks of our pages, as `app.css` has them. */
export const SCHEMES = {
  light: {
    surface: '#f6f5f1',
    raised: '#ffffff',
    sunken: '#eceae4',
    ink: '#1b1d26',
    muted: '#585b69',
    line: '#dfdcd3',
  },
  dark: {
    surface: '#14161c',
    raised: '#1c1f27',
    sunken: '#0f1116',
    ink: '#eceae4',
    muted: '#a5a7b2',
    line: '#30343f',
  },
} as const satisfies Record<Scheme, Record<string, string>>;

/** An accent colour as pages use it, each as `#rrggbb`. */
export type AccentPalette = {
  /** Of buttons and bars: at least 3 to 1 from every background (WCAG 2.2, 1.4.11). */
  readonly accent: string;
  /** The same under the pointer. */
  readonly accentHover: string;
  /** Text on both: at least 4.5 to 1 (WCAG 2.2, 1.4.3). */
  readonly onAccent: string;
  /** A tint behind text. */
  readonly accentSoft: string;
  /** Text in the colour: at least 4.5 to 1 on every background and on the tint. */
  readonly accentText: string;
};

const TEXT_CONTRAST = 4.5;
const SHAPE_CONTRAST = 3;
const STEPS = 100;

/**
 * An organization's colour corrected until it can be read: its hue stays, and it goes as far towards the ink of the page
 * as it must. Null for what is not `#rrggbb`.
 */
export function paletteOf(color: string, scheme: Scheme): AccentPalette | null {
  const chosen = parseHex(color);
  if (chosen === null) return null;
  const backgrounds = backgroundsOf(scheme);
  const away = scheme === 'light' ? BLACK : WHITE;
  const fill = corrected(chosen, away, backgrounds, SHAPE_CONTRAST);
  const onFill = textOn(fill);
  // Away from the text's colour, so that its contrast only grows.
  const hover = mixed(fill, onFill === WHITE ? BLACK : WHITE, 0.14);
  const soft = mixed(backgrounds[0], chosen, scheme === 'light' ? 0.1 : 0.2);
  const text = corrected(chosen, away, [...backgrounds, soft], TEXT_CONTRAST);
  return {
    accent: toHex(fill),
    accentHover: toHex(hover),
    onAccent: toHex(onFill),
    accentSoft: toHex(soft),
    accentText: toHex(text),
  };
}

/**
 * A colour for what stands on one background, such as a mail's button, and black or white for the text on it: at least
 * 3 to 1 and 4.5 to 1. Null for what is not `#rrggbb`.
 */
export function fillOn(color: string, background: string): { color: string; textColor: string } | null {
  const [chosen, behind] = [parseHex(color), parseHex(background)];
  if (chosen === null || behind === null) return null;
  const fill = corrected(chosen, textOn(behind), [behind], SHAPE_CONTRAST);
  return { color: toHex(fill), textColor: toHex(textOn(fill)) };
}

/** Contrast of two colours written `#rrggbb`, 1 to 21 (WCAG 2.2); null where one of them is not. */
export function contrastOf(one: string, other: string): number | null {
  const [first, second] = [parseHex(one), parseHex(other)];
  return first === null || second === null ? null : contrast(first, second);
}

/** Black or white, whichever contrasts more: one of them always reaches 4.58. */
function textOn(color: Rgb): Rgb {
  return contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK;
}

/** The first colour on the way from `color` to `end` that contrasts enough with all backgrounds; `end` always does. */
function corrected(color: Rgb, end: Rgb, backgrounds: readonly Rgb[], least: number): Rgb {
  for (let step = 0; step < STEPS; step++) {
    const candidate = mixed(color, end, step / STEPS);
    if (backgrounds.every((background) => contrast(candidate, background) >= least)) return candidate;
  }
  return end;
}

function backgroundsOf(scheme: Scheme): readonly [Rgb, ...Rgb[]] {
  const { raised, surface, sunken } = SCHEMES[scheme];
  const read = (hex: string): Rgb => parseHex(hex) ?? WHITE;
  return [read(raised), read(surface), read(sunken)];
}
