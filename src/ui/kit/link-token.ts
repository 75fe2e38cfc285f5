import { hash } from 'node:crypto';
import { redirect, type Cookies } from '@sveltejs/kit';
import { EMAILED_LINKS, formatEmailedLink, type EmailedLink } from '#domain/account/emailed-link.ts';
import type { Submitted } from './form-action.ts';

/** What a page's load function and its form actions know about the request. */
type Visit = { readonly url: URL; readonly cookies: Cookies };

const LIFE_SECONDS = 60 * 60;

/** The links whose pages say which one they're about, so that a person notices another one. */
const TELLING: ReadonlySet<EmailedLink> = new Set(['invitation', 'digest']);

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

/** Returns a name of a link for the form on its page, which says nothing about the token. */
export function nameLink(token: string): string {
  return token === '' ? '' : hash('sha256', `\0${token}`, 'base64url').slice(0, 16);
}

/**
 * Returns the token of the link that a submitted form shows. In the meantime, another tab or site may have
 * opened another link, which the form must not act on: that link is shown first, or the person opens theirs
 * again. They do that as well after the hour.
 */
export function readShownToken(submitted: Submitted, kind: EmailedLink): string {
  const token = readLinkToken(submitted, kind);
  if (token !== '' && nameLink(token) === submitted.text('link')) return token;
  redirect(303, token !== '' && TELLING.has(kind) ? EMAILED_LINKS[kind] : `/open/${kind}`);
}

/** Forgets the token of a link that has done its work. */
export function forgetLinkToken({ url, cookies }: Visit, kind: EmailedLink): void {
  cookies.delete(getCookieName(kind, url), { path: '/', secure: isSecure(url) });
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:';
}
