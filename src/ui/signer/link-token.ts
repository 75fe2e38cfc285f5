import { OPENS_DOCUMENT } from '#domain/link/token.ts';
import { LANGUAGE_PARAMETER, type Language } from '#domain/language.ts';

/** Links that were sent before tokens became short have two parts. */
const TOKEN_SHAPE = /^[\w-]{60}$|^[\w-]+\.[\w-]+$/;

/**
 * Returns the signer's token from a URL, which is `#token=…` in an emailed link, or `?token=…`. Returns null
 * if there is none.
 */
export function readAddressToken(address: { readonly hash: string; readonly search: string }): string | null {
  const inFragment = new URLSearchParams(address.hash.replace(/^#/, '')).get('token');
  const token = inFragment ?? new URLSearchParams(address.search).get('token');
  return token !== null && TOKEN_SHAPE.test(token.trim()) ? token.trim() : null;
}

/**
 * Checks whether the person has just asked for the document on another page, so that they don't have to ask
 * again.
 */
export function shouldOpenDocument({ hash }: { readonly hash: string }): boolean {
  return new URLSearchParams(hash.replace(/^#/, '')).has(OPENS_DOCUMENT);
}

/**
 * Returns the query that an identity provider sent the person back with (OpenID Connect Core, section
 * 3.1.2.5), or null if the page was opened in another way. `at` names the organization whose page it is. This
 * must be called before the token is taken, because that empties the address bar.
 */
export function readSignInAnswer(address: {
  readonly search: string;
  readonly pathname: string;
}): string | null {
  const query = new URLSearchParams(address.search);
  if (!query.has('state') || !(query.has('code') || query.has('error'))) return null;
  query.set('at', address.pathname.split('/')[2] ?? '');
  return query.toString();
}

/**
 * Takes the token out of the address bar and the tab's history, so that it doesn't appear on a shared screen
 * or stay in a bookmark. The language stays in the URL for a reload. If the URL has none, `kept` is put
 * there.
 */
export function takeToken(kept: Language | null = null): string | null {
  const token = readAddressToken(location);
  const language = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER) ?? kept;
  const query = language === null ? '' : `?${new URLSearchParams({ [LANGUAGE_PARAMETER]: language })}`;
  if (location.hash !== '' || location.search !== query) {
    history.replaceState(history.state, '', location.pathname + query);
  }
  return token;
}
