import { createPageCaller, type PageCaller } from '#server/procedures/router.ts';
import { openCookies } from '#server/surface/cookies.ts';
import type { TestApi } from './api.ts';
import { ORIGIN } from './session.ts';

/** Calls what a public form's page calls, from an address. */
export function openVisitor({ services }: TestApi, ipAddress = '192.0.2.9'): PageCaller['form'] {
  return createPageCaller({
    services,
    principal: { kind: 'nobody' },
    audit: { ipAddress, userAgent: 'Test' },
    requestId: 'test',
    replyHeaders: new Headers(),
    cookies: openCookies(new Headers(), new Headers(), ORIGIN),
    body: null,
    contentType: null,
    idempotency: null,
  }).form;
}
