import { refusal } from '#domain/errors.ts';
import type { Context } from '#server/trpc/init.ts';
import { MethodNotAllowed } from './rest/rest.ts';

/** The path of the dashboard's live updates. */
export const LIVE = '/api/live';

/**
 * Answers with a stream of server-sent events that names the organization's envelopes as they change, for as long as
 * the session lasts. `since`, or the Last-Event-ID of a browser that connects again, is the mark that it has seen.
 */
export function answerLive(request: Request, url: URL, { services, principal }: Context): Response {
  if (url.pathname !== LIVE) throw refusal('not_found');
  if (request.method !== 'GET') throw new MethodNotAllowed(['GET']);
  if (principal.kind !== 'session') throw refusal('unauthorized');
  const { user, organization } = principal.session;
  const token = services.sessions.tokenIn(request.headers.get('cookie'));
  const body = services.live.open({
    userId: user.id,
    organizationId: organization.id,
    since: request.headers.get('last-event-id') ?? url.searchParams.get('since'),
    stillIn: async () => {
      const session = token === null ? null : await services.sessions.validate(token);
      return session?.organization.id === organization.id;
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      // Proxies that gather an answer before passing it on would hold everything back.
      'x-accel-buffering': 'no',
    },
  });
}
