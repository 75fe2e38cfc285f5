import { redirect, type Cookies } from '@sveltejs/kit';
import { formatEmailedLink, type EmailedLink } from '#domain/account/emailed-link.ts';

/** What a page's load function and its form actions know about the request. */
type Visit = { readonly url: URL; readonly cookies: Cookies };

const LIFE_SECONDS = 60 * 60;

/** On HTTPS, the name's prefix keeps other hosts from setting the cookie (RFC 6265bis). */
function getCookieName(kind: EmailedLink, url: URL): string {
  return `${isSecure(url) ? '__Host-' : ''}countersign_link_${kind}`;
}

/** Keeps the token of an emailed link for the pages behind it. No script can read it there. */
export function keepLinkToken({ url, cookies }: Visit, kind: EmailedLink, token: string): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(url) } as const;
  cookies.set(getCookieName(kind, url), token, { ...attributes, maxAge: LIFE_SECONDS });
}

/**
 * Returns the token of the emailed link that this browser opened within the last hour, or an empty text.
 * Links in older emails have their token in the query (`old`), and go the same way as the others first.
 */
export function readLinkToken({ url, cookies }: Visit, kind: EmailedLink, old = 'token'): string {
  const emailed = url.searchParams.get(old) ?? '';
  if (emailed !== '') redirect(303, formatEmailedLink(kind, emailed));
  return cookies.get(getCookieName(kind, url)) ?? '';
}

/** Forgets the token of a link that has done its work. */
export function forgetLinkToken({ url, cookies }: Visit, kind: EmailedLink): void {
  cookies.delete(getCookieName(kind, url), { path: '/', secure: isSecure(url) });
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:';
}
