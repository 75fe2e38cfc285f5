import { DEFAULT_ACCENT, buildPalette, SCHEMES, type Scheme } from '#domain/branding/accent.ts';

/**
 * Returns the design tokens that an accent color replaces in a color scheme. Returns none for an invalid
 * color.
 */
export function getAccentTokens(color: string | null, scheme: Scheme): Record<string, string> {
  const palette = color === null ? null : buildPalette(color, scheme);
  if (palette === null) return {};
  return {
    '--accent': palette.accent,
    '--accent-hover': palette.accentHover,
    '--on-accent': palette.onAccent,
    '--accent-soft': palette.accentSoft,
    '--accent-text': palette.accentText,
  };
}

/** The background of logos, because most logos are made for white paper. */
const LOGO_PLATE = { light: 'transparent', dark: '#ffffff' } as const;
/** Our own accent, for organizations without one. It matches `tokens.css`. */
const OWN_ACCENT = {
  light: {
    '--accent': DEFAULT_ACCENT,
    '--on-accent': '#ffffff',
    '--accent-soft': '#eeeefb',
    '--accent-text': '#383db8',
  },
  dark: {
    '--accent': '#5d64ea',
    '--on-accent': '#ffffff',
    '--accent-soft': '#25274a',
    '--accent-text': '#a3a8ff',
  },
} as const;

/** Returns all tokens of a color scheme, so that it can be shown regardless of the reader's own scheme. */
export function getSchemeTokens(color: string | null, scheme: Scheme): Record<string, string> {
  const backgrounds = Object.entries(SCHEMES[scheme]).map(([name, hex]) => [`--${name}`, hex] as const);
  return {
    ...Object.fromEntries(backgrounds),
    '--logo-plate': LOGO_PLATE[scheme],
    ...OWN_ACCENT[scheme],
    ...getAccentTokens(color, scheme),
  };
}

/** Formats tokens as CSS declarations. */
export function formatDeclarations(tokens: Readonly<Record<string, string>>): string {
  return Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');
}
