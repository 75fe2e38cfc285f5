const ANYWHERE = 'http://same.invalid';

/** Returns the path to open after sign-in: the requested one if it stays on this origin, else the list of envelopes. */
export function nextPath(wanted: string | null | undefined): string {
  const fallback = '/envelopes';
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, ANYWHERE)) return fallback;
  const url = new URL(wanted, ANYWHERE);
  const path = url.pathname + url.search;
  // Browsers read `/\host` and `//host` as another origin, and resolving dots can produce such a path.
  return url.origin === ANYWHERE && !path.startsWith('//') ? path : fallback;
}
