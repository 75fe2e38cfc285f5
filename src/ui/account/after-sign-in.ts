import { redirect } from '@sveltejs/kit';
import { getNextPath } from './next-path.ts';

/** Continues to the page that a visitor was heading for before they signed in. */
export function continueTo(url: URL): never {
  redirect(303, getNextPath(url.searchParams.get('next')));
}

/**
 * Returns the query that visitors' pages pass on to each other: where to go next, and which
 * invitation they came to accept.
 */
export function buildVisitorQuery(url: URL): string {
  const next = url.searchParams.get('next');
  const invitation = url.searchParams.get('invitation');
  const query = new URLSearchParams({
    ...(next === null ? {} : { next: getNextPath(next) }),
    ...(invitation === null ? {} : { invitation }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
