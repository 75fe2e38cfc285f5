import type { WireBranding } from '#wire/signer-view.ts';
import { accentOf } from './accent.ts';

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

/** Gives the page the sender's accent colour, with a text colour that can be read on it; returns the way back. */
export function applyAccent(branding: WireBranding | null): () => void {
  const accent = accentOf(branding?.accentColor ?? null);
  if (accent === null) return () => {};
  const { style } = document.documentElement;
  style.setProperty('--accent', accent.fill);
  style.setProperty('--accent-hover', accent.hover);
  style.setProperty('--on-accent', accent.text);
  return () => ['--accent', '--accent-hover', '--on-accent'].forEach((name) => style.removeProperty(name));
}
