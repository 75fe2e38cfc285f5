import { createPageCaller, type PageCaller } from '#server/procedures/router.ts';
import type { TestApi } from './api.ts';
import { openCookies } from '#server/surface/cookies.ts';

/** The dashboard's procedures, called in process as the session of a cookie, as pages call them. */
export async function openCaller({ services }: TestApi, cookie: string): Promise<PageCaller> {
  const session = await services.sessions.validate(cookie.split('=')[1] ?? '');
  return createPageCaller({
    services,
    principal: session === null ? { kind: 'nobody' } : { kind: 'session', session },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'test',
    body: null,
    contentType: null,
    idempotency: null,
    replyHeaders: new Headers(),
    cookies: openCookies(new Headers(), new Headers(), 'http://localhost:3000'),
  });
}
