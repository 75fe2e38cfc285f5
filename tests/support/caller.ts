import { createDashboardCaller, type DashboardCaller } from '#server/procedures/router.ts';
import type { TestApi } from './api.ts';

/** The dashboard's procedures, called in process as the session of a cookie, as pages call them. */
export async function openCaller({ services }: TestApi, cookie: string): Promise<DashboardCaller> {
  const session = await services.sessions.validate(cookie.split('=')[1] ?? '');
  return createDashboardCaller({
    services,
    principal: session === null ? { kind: 'nobody' } : { kind: 'session', session },
    audit: { ipAddress: null, userAgent: null },
    requestId: 'test',
    body: null,
    contentType: null,
    idempotency: null,
    replyHeaders: new Headers(),
  });
}
