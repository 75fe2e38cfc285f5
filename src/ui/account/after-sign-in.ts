import { redirect } from '@sveltejs/kit';
import { nextPath } from './next-path.ts';

/** Continues to the page that a visitor was heading for before they signed in. */
export function continueTo(url: URL): never {
  redirect(303, nextPath(url.searchParams.get('next')));
}

/**
 * Returns the query that visitors' pages pass on to each other: where to go next, and whether they came
 * to accept an invitation.
 */
export function buildVisitorQuery(url: URL): string {
  const next = url.searchParams.get('next');
  const query = new URLSearchParams({
    ...(next === null ? {} : { next: nextPath(next) }),
    ...(url.searchParams.has('invitation') ? { invitation: '' } : {}),
  }).toString();
  return query === '' ? '' : `?${query}`;
}
