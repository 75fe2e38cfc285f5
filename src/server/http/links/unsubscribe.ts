import type { Services } from '#server/app/services.ts';
import { switchDigestByLink } from '#server/procedures/account/digest-link.ts';
import { MethodNotAllowed } from '../rest/rest.ts';

/**
 * Answers the URL in a digest's List-Unsubscribe field. Mail programs POST to it when a person clicks once
 * (RFC 8058). People who open it are redirected to the page that asks them.
 */
export async function answerUnsubscribe(services: Services, request: Request, url: URL): Promise<Response> {
  const token = url.searchParams.get('token') ?? '';
  if (request.method === 'POST') {
    await switchDigestByLink(services, token, false);
    return new Response('The weekly digest is off.\n', { headers: { 'content-type': 'text/plain' } });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new MethodNotAllowed(['GET', 'HEAD', 'POST']);
  return new Response(null, {
    status: 303,
    headers: { location: `/digest?token=${encodeURIComponent(token)}` },
  });
}
