import type { WireBranding } from '#wire/signer-view.ts';
import { getAccentTokens, formatDeclarations } from './accent-tokens.ts';

/**
 * Returns the sender's logo if it is on our own origin, because the signer's page loads nothing from other
 * origins.
 */
export function getOwnLogo(
  branding: WireBranding | null,
): { url: string; width?: number; height?: number } | null {
  const address = branding?.logoUrl ?? null;
  if (branding === null || address === null) return null;
  // The server has no location, but it draws only logos that it made itself.
  const here = globalThis.location as Location | undefined;
  const url = URL.parse(address, here?.href);
  if (url === null || url.origin !== (here ?? url).origin) return null;
  return {
    url: url.href,
    ...(branding.logoWidth === null ? {} : { width: branding.logoWidth }),
    ...(branding.logoHeight === null ? {} : { height: branding.logoHeight }),
  };
}

/**
 * Returns a style sheet with the sender's accent color, readable on light and dark pages. Returns an empty
 * one if there is no accent color.
 */
export function buildAccentSheet(branding: WireBranding | null): string {
  const color = branding?.accentColor ?? null;
  const light = formatDeclarations(getAccentTokens(color, 'light'));
  if (light === '') return '';
  const dark = formatDeclarations(getAccentTokens(color, 'dark'));
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

/** Applies the sender's accent color and returns a function that removes it. */
export function applyAccent(branding: WireBranding | null): () => void {
  const text = buildAccentSheet(branding);
  if (text === '') return () => {};
  const sheet = document.createElement('style');
  sheet.textContent = text;
  document.head.append(sheet);
  return () => sheet.remove();
}
