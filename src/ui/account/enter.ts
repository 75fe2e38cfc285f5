import { redirect, type RequestEvent } from '@sveltejs/kit';
import { nextPath } from './next-path.ts';

type Started = { readonly token: string; readonly expiresAt: Date };
type Entered = Started & { readonly device: Started | null };

/** Sets the session's cookie, and that of a browser that is known from now on, and goes on to where the visitor was going. */
export function enter(event: RequestEvent, session: Entered): never {
  const { sessions } = event.locals.app;
  const { device } = session;
  if (device !== null)
    event.cookies.set(sessions.deviceCookieName, device.token, sessions.cookieAttributes(device.expiresAt));
  event.cookies.set(sessions.cookieName, session.token, sessions.cookieAttributes(session.expiresAt));
  event.cookies.delete(sessions.halfCookieName, { path: '/' });
  redirect(303, nextPath(event.url.searchParams.get('next')));
}

/** Keeps the pending sign-in of a login whose second factor is owed, and goes on to where it is asked for. */
export function askForSecondFactor(event: RequestEvent, half: Started): never {
  const { sessions } = event.locals.app;
  event.cookies.set(sessions.halfCookieName, half.token, sessions.cookieAttributes(half.expiresAt));
  redirect(303, `/login/code${visitorQuery(event.url)}`);
}

/** What the pages of visitors pass on to each other: where one was going, and the invitation one is to accept. */
export function visitorQuery(url: URL): string {
  const next = url.searchParams.get('next');
  const invitation = url.searchParams.get('invitation');
  const query = new URLSearchParams({
    ...(next === null ? {} : { next: nextPath(next) }),
    ...(invitation === null ? {} : { invitation }),
  }).toString();
  return query === '' ? '' : `?${query}`;
}

/** Keeps the token in a page's address from the pages that it links to, and the page from caches. */
export const TOKEN_PAGE_HEADERS = { 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' } as const;
