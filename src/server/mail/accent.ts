import { fillOn } from '#domain/branding/accent.ts';

/** The service's own colour, for organizations that have chosen none. */
export const DEFAULT_ACCENT = '#1d4ed8';

/** What a mail's content stands on. */
const CARD = { light: '#ffffff', dark: '#1b1e24' } as const;

/** The colour of buttons, and of the text on them, fit for a style attribute: `#rrggbb`. */
export type MailAccent = {
  readonly [Scheme in keyof typeof CARD]: { readonly color: string; readonly textColor: string };
};

/** An accent colour as it can be read on light and dark cards; what is not `#rrggbb` becomes the service's own. */
export function accentOf(accentColor: string | null): MailAccent {
  return { light: onCard(accentColor, CARD.light), dark: onCard(accentColor, CARD.dark) };
}

function onCard(accentColor: string | null, card: string): { color: string; textColor: string } {
  const fill = fillOn(accentColor ?? DEFAULT_ACCENT, card) ?? fillOn(DEFAULT_ACCENT, card);
  if (fill === null) throw new Error('the default accent is a colour');
  return fill;
}
