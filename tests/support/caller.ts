import { createPageCaller, type PageCaller } from '#server/procedures/router.ts';
import type { TestApi } from './api.ts';
import { openCookies } from '#server/surface/cookies.ts';

/** Calls the dashboard's procedures in process with a session cookie, the way pages do. */
export async function openCaller(api: TestApi, cookie: string): Promise<PageCaller> {
  return (await openBrowser(api, cookie, '')).caller;
}

/** The same, with the cookies that the browser sends and receives. */
export async function openBrowser(
  { services }: TestApi,
  cookie: string,
  sent = cookie,
): Promise<{ readonly caller: PageCaller; readonly replyHeaders: Headers }> {
  const replyHeaders = new Headers();
  const session = await services.sessions.validate(cookie.split('=')[1] ?? '');
  const caller = createPageCaller({
    services,
    principal: session === null ? { kind: 'nobody' } : { kind: 'session', session },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'test',
    body: null,
    contentType: null,
    idempotency: null,
    replyHeaders,
    cookies: openCookies(new Headers({ cookie: sent }), replyHeaders, 'http://localhost:3000'),
  });
  return { caller, replyHeaders };
}
