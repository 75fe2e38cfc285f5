import { LOOPBACK } from './redirect.ts';

/**
 * Host names and IP addresses as `URL` serializes them. None of these characters has a special meaning in a
 * content security policy.
 */
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * Checks whether a text is exactly an origin that may embed this product's pages in a frame: https, or http
 * on the same computer. Patterns aren't origins.
 */
export function isEmbeddingOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !PLAIN_HOST.test(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/**
 * Checks whether the organization has removed the origin of an open page since the session began. The
 * product's own origins are never removed.
 */
export function hasLostOrigin(
  session: { readonly frameOrigin: string | null; readonly returnUrl: string },
  registered: readonly string[],
  own: readonly string[],
): boolean {
  const { frameOrigin, returnUrl } = session;
  if (frameOrigin !== null && !registered.includes(frameOrigin)) return true;
  return ![...registered, ...own].includes(new URL(returnUrl).origin);
}

/**
 * Checks whether a session may return to a URL: a web page whose origin is one of our own or registered. The
 * origin of a `blob:` URL is that of the page that made it, so the scheme is checked as well.
 */
export function isReturnUrl(
  text: string,
  { registered, own }: { readonly registered: readonly string[]; readonly own: readonly string[] },
): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  return own.includes(url.origin) || (isEmbeddingOrigin(url.origin) && registered.includes(url.origin));
}
