import { fillOn } from '#domain/branding/accent.ts';

/** The service's own color, for organizations without one. */
export const DEFAULT_ACCENT = '#1d4ed8';

/** Background of an email's content. */
const CARD = { light: '#ffffff', dark: '#1b1e24' } as const;

/** Colors of buttons and their text, as `#rrggbb`. */
export type MailAccent = {
  readonly [Scheme in keyof typeof CARD]: { readonly color: string; readonly textColor: string };
};

/** Adjusts an accent color to be readable on light and dark cards; anything but `#rrggbb` becomes the service's own. */
export function accentOf(accentColor: string | null): MailAccent {
  return { light: onCard(accentColor, CARD.light), dark: onCard(accentColor, CARD.dark) };
}

function onCard(accentColor: string | null, card: string): { color: string; textColor: string } {
  const fill = fillOn(accentColor ?? DEFAULT_ACCENT, card) ?? fillOn(DEFAULT_ACCENT, card);
  if (fill === null) throw new Error('the default accent is not a valid color');
  return fill;
}
