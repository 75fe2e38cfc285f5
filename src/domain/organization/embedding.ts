import { LOOPBACK } from './redirect.ts';

/** Names and addresses as `URL` writes them: nothing in them means anything in a content security policy. */
const PLAIN_HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether a text is exactly an origin that may show our pages in a frame: https, or http on the same computer. Patterns
 * aren't origins.
 */
export function isEmbeddingOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text || !PLAIN_HOST.test(url.hostname)) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
}

/** Whether an open page has lost its origin: one that the organization has removed since. Our own are never removed. */
export function hasLostOrigin(
  session: { readonly frameOrigin: string | null; readonly returnUrl: string },
  registered: readonly string[],
  own: readonly string[],
): boolean {
  const { frameOrigin, returnUrl } = session;
  if (frameOrigin !== null && !registered.includes(frameOrigin)) return true;
  return ![...registered, ...own].includes(new URL(returnUrl).origin);
}

/** Whether a session may lead back to a URL: one on an origin of `known`. */
export function isReturnUrl(text: string, known: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return isEmbeddingOrigin(url.origin) && known.includes(url.origin);
}
