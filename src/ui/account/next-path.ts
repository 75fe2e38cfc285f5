import { LIMITS } from '#domain/limits.ts';

const ANYWHERE = 'http://same.invalid';

/**
 * Returns the path to open after sign-in: the requested path if it stays on this origin, otherwise the list
 * of envelopes. A query that is too long for a header field is dropped.
 */
export function getNextPath(wanted: string | null | undefined): string {
  const fallback = '/envelopes';
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, ANYWHERE)) return fallback;
  const url = new URL(wanted, ANYWHERE);
  // Browsers read `/\host` and `//host` as another origin, and resolving dots can produce such a path.
  if (url.origin !== ANYWHERE || url.pathname.startsWith('//')) return fallback;
  const paths = [url.pathname + url.search, url.pathname];
  return paths.find((path) => encodeURIComponent(path).length <= LIMITS.nextPathMaxChars) ?? fallback;
}

/** Returns the address of the sign-in page that returns to a path afterwards. */
export function buildSignInPath(wanted: string): string {
  return `/login?next=${encodeURIComponent(getNextPath(wanted))}`;
}
