const ANYWHERE = 'http://same.invalid';

/** Where to go after login: the wanted path when it stays on this origin, else the list of envelopes. */
export function nextPath(wanted: string | null | undefined): string {
  const fallback = '/envelopes';
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, ANYWHERE)) return fallback;
  const url = new URL(wanted, ANYWHERE);
  const path = url.pathname + url.search;
  // `/\host` and `//host` name another origin to a browser; a path may also come out as one once dots are resolved.
  return url.origin === ANYWHERE && !path.startsWith('//') ? path : fallback;
}
