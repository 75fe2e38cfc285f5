import type { WireBranding } from '#wire/signer-view.ts';
import { accentTokens, declarations } from '../branding/accent-tokens.ts';

/** The sender's logo, where it comes from our own origin: signer pages ask nobody else for anything. */
export function ownLogo(
  branding: WireBranding | null,
): { url: string; width?: number; height?: number } | null {
  const address = branding?.logoUrl ?? null;
  if (branding === null || address === null) return null;
  const url = URL.parse(address, location.href);
  if (url === null || url.origin !== location.origin) return null;
  return {
    url: url.href,
    ...(branding.logoWidth === null ? {} : { width: branding.logoWidth }),
    ...(branding.logoHeight === null ? {} : { height: branding.logoHeight }),
  };
}

/** Gives the page the sender's accent colour, as it can be read on light and on dark pages; returns the way back. */
export function applyAccent(branding: WireBranding | null): () => void {
  const color = branding?.accentColor ?? null;
  const light = declarations(accentTokens(color, 'light'));
  if (light === '') return () => {};
  const dark = declarations(accentTokens(color, 'dark'));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
