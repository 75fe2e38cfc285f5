import { refusal } from '#domain/errors.ts';
import type { RateStatus } from '#server/trpc/rate-limit.ts';
import type { Services } from '#server/app/services.ts';
import { hasAccessToken, verifyAgent } from './agent.ts';
import { verifyApiKey } from './developer.ts';
import { verifyDocumentToken } from './document.ts';
import type { Principal } from './principal.ts';
import { verifySignerToken } from './signer.ts';
import { refuseForeignSource } from './source.ts';
import type { Surface } from './table.ts';

export type Admitted = { readonly principal: Principal; readonly rate: RateStatus | null };

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Lets a request in as whoever its surface's one method says, or refuses before body and route are looked at:
 * `unauthorized`, `forbidden` for a write that another site's page started, `rate_limited`.
 */
export async function admit(
  services: Services,
  surface: Surface,
  request: Request,
  url: URL,
): Promise<Admitted> {
  if (
    surface.cookies &&
    !SAFE_METHODS.has(request.method) &&
    !isOwnOrigin(request, services.config.http.origin) &&
    !isProgram(request)
  ) {
    throw refusal('forbidden', undefined, 'This request does not come from our own pages.');
  }
  switch (surface.method) {
    case 'developer': {
      if (hasAccessToken(request.headers)) return await admitAgent(services, request.headers);
      const principal = await verifyApiKey(services, request.headers);
      return {
        principal,
        rate: principal.kind === 'api_key' ? await services.rates.apiKey.take(principal.keyId) : null,
      };
    }
    case 'agent':
      refuseForeignSource(request, ownOrigins(services.config.http));
      return await admitAgent(services, request.headers);
    case 'signer_token': {
      const principal = verifySignerToken(services, request.headers, url.searchParams);
      if (principal.kind !== 'signer') return { principal, rate: null };
      const { env, part } = principal.claims;
      return { principal, rate: await services.rates.signer.take(`${env} ${part}`) };
    }
    case 'document_token':
      return { principal: await verifyDocumentToken(services, url.pathname), rate: null };
    case 'session': {
      const principal = await sessionIn(services, request.headers);
      if (principal.kind !== 'session') throw refusal('unauthorized');
      return { principal, rate: await services.rates.session.take(principal.session.user.id) };
    }
    case 'visitor': {
      const principal = await sessionIn(services, request.headers);
      // What visitors may do is limited where it is done, by their address.
      if (principal.kind === 'session') await services.rates.session.take(principal.session.user.id);
      return { principal, rate: null };
    }
    case 'authorization_server':
    case 'none':
      return { principal: { kind: 'nobody' }, rate: null };
    default:
      return surface.method satisfies never;
  }
}

function ownOrigins({ origin, webOrigin, mcpUrl }: Services['config']['http']): readonly string[] {
  return [origin, webOrigin, mcpUrl];
}

async function admitAgent(services: Services, headers: Headers): Promise<Admitted> {
  const principal = await verifyAgent(services, headers);
  return { principal, rate: await services.rates.agent.take(principal.grantId) };
}

/** Whether a browser says that the request was made by a page of ours (Fetch Metadata, or the Origin header). */
export function isOwnOrigin(request: Request, origin: string): boolean {
  const given = request.headers.get('origin');
  return given === null ? request.headers.get('sec-fetch-site') === 'same-origin' : given === origin;
}

/** A request that no browser made: those say with each write where it comes from. It brings no cookie to abuse either. */
function isProgram({ headers }: Request): boolean {
  return !headers.has('origin') && !headers.has('sec-fetch-site') && !headers.has('cookie');
}

async function sessionIn({ sessions }: Services, headers: Headers): Promise<Principal> {
  const token = sessions.tokenIn(headers.get('cookie'));
  const session = token === null ? null : await sessions.validate(token);
  return session === null ? { kind: 'nobody' } : { kind: 'session', session };
}
