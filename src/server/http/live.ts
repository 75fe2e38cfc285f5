import { createRefusal } from '#domain/errors.ts';
import { createSecondFactorRefusal } from '#server/surface/credentials.ts';
import type { Context } from '#server/trpc/init.ts';
import { MethodNotAllowed } from './rest/rest.ts';

/** The path of the dashboard's live updates. */
export const LIVE = '/api/live';

/**
 * Streams the organization's envelopes as they change, as server-sent events, for as long as the session
 * lasts. `since`, or the Last-Event-ID of a browser that reconnects, is the last mark that the client has
 * seen.
 */
export function answerLive(request: Request, url: URL, { services, principal, cookies }: Context): Response {
  if (url.pathname !== LIVE) throw createRefusal('not_found');
  if (request.method !== 'GET') throw new MethodNotAllowed(['GET']);
  if (principal.kind !== 'session') throw createRefusal('unauthorized');
  if (principal.session.needsSecondFactor) throw createSecondFactorRefusal();
  const { user, organization } = principal.session;
  const token = cookies.get('session');
  const body = services.live.open({
    userId: user.id,
    organizationId: organization.id,
    since: request.headers.get('last-event-id') ?? url.searchParams.get('since'),
    stillIn: async () => {
      const session = token === null ? null : await services.sessions.peek(token);
      return session?.organization.id === organization.id && !session.needsSecondFactor;
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      // Keeps proxies from buffering the stream.
      'x-accel-buffering': 'no',
    },
  });
}
