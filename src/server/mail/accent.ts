import { DEFAULT_ACCENT, fillOn, SCHEMES, type Scheme } from '#domain/branding/accent.ts';

/** Colors of buttons and their text, as `#rrggbb`. */
export type MailAccent = {
  readonly [Key in Scheme]: { readonly color: string; readonly textColor: string };
};

/**
 * Adjusts an accent color so that it is readable on light and dark cards. Anything other than `#rrggbb`
 * becomes the service's own color.
 */
export function toMailAccent(accentColor: string | null): MailAccent {
  return { light: onCard(accentColor, SCHEMES.light.raised), dark: onCard(accentColor, SCHEMES.dark.raised) };
}

function onCard(accentColor: string | null, card: string): { color: string; textColor: string } {
  const fill = fillOn(accentColor ?? DEFAULT_ACCENT, card) ?? fillOn(DEFAULT_ACCENT, card);
  if (fill === null) throw new Error('the default accent is not a valid color');
  return fill;
}
