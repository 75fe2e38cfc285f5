import { redirect, type RequestEvent } from '@sveltejs/kit';
import { nextPath } from './next-path.ts';

/** Sets the session's cookie and goes on to where the visitor was going. */
export function enter(event: RequestEvent, session: { token: string; expiresAt: Date }): never {
  const { sessions } = event.locals.app;
  event.cookies.set(sessions.cookieName, session.token, sessions.cookieAttributes(session.expiresAt));
  redirect(303, nextPath(event.url.searchParams.get('next')));
}
