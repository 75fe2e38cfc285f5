import { refusal } from '#domain/errors.ts';
import type { Config } from '#server/app/config.ts';
import { RESOURCE_METADATA_PATHS, resourceMetadata } from '#server/oauth/resource.ts';
import { admit } from '#server/surface/gate.ts';
import { surfaceOf, type Surface } from '#server/surface/table.ts';
import { rateHeaders } from './rest/rate-headers.ts';
import type { Context } from '#server/trpc/init.ts';
import type { Services } from '#server/app/services.ts';
import { answerApiDocs } from './openapi/api-docs.ts';
import { answerAuth, authMethodsAt } from './auth.ts';
import { agentChallengeOf } from './challenge.ts';
import { corsHeaders, preflight } from './cors.ts';
import { refusalIn } from '#server/trpc/refusal-in.ts';
import { errorReply } from './error.ts';
import { answerHealth } from './health.ts';
import { answerLinkedDocument } from './linked-document.ts';
import { answerLive, LIVE } from './live.ts';
import { answerLogo } from './logo.ts';
import { answerAgent } from './mcp.ts';
import { openApiDocument } from './openapi/document.ts';
import { requestIdOf } from './node/request-id.ts';
import { answerRest, MethodNotAllowed, restMethodsAt } from './rest/rest.ts';
import { answerTrpc, TRPC, trpcErrorBody } from './trpc.ts';

/** Answers every surface but the pages: the one way in for programs, agents, signers, and the dashboard's own calls. */
export async function answerApi(
  services: Services,
  request: Request,
  ipAddress: string | null,
): Promise<Response> {
  const requestId = requestIdOf(request.headers.get('x-request-id'));
  const url = new URL(request.url);
  const surface = surfaceOf(url.pathname);
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    ...(surface.cacheControl === null ? {} : { 'cache-control': surface.cacheControl }),
    ...(surface.cors
      ? { ...corsHeaders(request, services.config.http.webOrigin), 'referrer-policy': 'no-referrer' }
      : {}),
  };
  try {
    if (surface.cors && request.method === 'OPTIONS')
      return withHeaders(preflight(request, services.config.http.webOrigin), headers);
    const { principal, rate } = await admit(services, surface, request, url);
    Object.assign(headers, rateHeaders(rate));
    const audit = { ipAddress, userAgent: request.headers.get('user-agent')?.slice(0, 500) ?? null };
    const replyHeaders = new Headers();
    const none = { body: null, contentType: null, idempotency: null };
    const response = await dispatch(surface, request, url, {
      services,
      principal,
      audit,
      requestId,
      replyHeaders,
      ...none,
    });
    return withHeaders(response, { ...headers, ...Object.fromEntries(replyHeaders) });
  } catch (error) {
    // A login that was refused was counted too.
    if (surface.prefix === '/api/auth' && request.method === 'POST')
      Object.assign(headers, rateHeaders(await services.rates.login.left(ipAddress ?? 'unknown')));
    return failure({ services, surface, request, error, requestId, headers });
  }
}

/** The methods that a path below /api answers, for a request that cannot even be read. */
export function methodsAt(path: string): readonly string[] {
  if (surfaceOf(path).prefix === TRPC) return ['GET', 'POST'];
  if (path === LIVE) return ['GET'];
  if (surfaceOf(path).prefix === '/mcp') return ['POST'];
  const methods = [...restMethodsAt(path), ...authMethodsAt(path)];
  return methods.length > 0 ? methods : ['GET', 'HEAD'];
}

async function dispatch(surface: Surface, request: Request, url: URL, context: Context): Promise<Response> {
  switch (surface.prefix) {
    case '/api/v1':
    case '/api/signer':
      return await answerRest(request, url, context);
    case '/mcp':
      return await answerAgent(request, context);
    case '/api/documents':
      return await answerLinkedDocument(request, context);
    case '/api/auth':
      return await answerAuth(request, url, context);
    case TRPC:
      return await answerTrpc(request, context, (error) =>
        logUnexpected(context.services, request, error, context.requestId),
      );
    case LIVE:
      return answerLive(request, url, context);
    case '/.well-known/oauth-protected-resource':
      return readOnly(request, answerResourceMetadata(context.services.config, url.pathname));
    case '/api/health':
      if (url.pathname !== surface.prefix) throw refusal('not_found');
      return readOnly(request, await answerHealth(context.services));
    case '/api/logos':
      return readOnly(request, await answerLogo(context.services, url.pathname));
    case '/api/openapi.json':
      if (url.pathname !== surface.prefix) throw refusal('not_found');
      return readOnly(request, Response.json(openApiDocument(context.services.config.http.origin)));
    case '/api/docs':
      return readOnly(request, await answerApiDocs(request, url.pathname));
    default:
      throw refusal('not_found');
  }
}

function answerResourceMetadata(config: Config, path: string): Response {
  if (!RESOURCE_METADATA_PATHS.some((known) => known === path)) throw refusal('not_found');
  return Response.json(resourceMetadata(config), {
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  });
}

function readOnly(request: Request, response: Response): Response {
  if (request.method === 'GET' || request.method === 'HEAD') return response;
  throw new MethodNotAllowed(['GET', 'HEAD']);
}

function failure(failed: {
  readonly services: Services;
  readonly surface: Surface;
  readonly request: Request;
  readonly error: unknown;
  readonly requestId: string;
  readonly headers: Record<string, string>;
}): Response {
  const { services, surface, request, error, requestId, headers } = failed;
  logUnexpected(services, request, error, requestId);
  const reply = errorReply(error, requestId, error instanceof MethodNotAllowed ? error.allow : undefined);
  const body = surface.prefix === TRPC ? trpcErrorBody(reply, requestId) : reply.body;
  const challenge = surface.method === 'agent' ? agentChallengeOf(refusalIn(error), services.config) : null;
  return Response.json(body, {
    status: reply.status,
    headers: {
      ...headers,
      ...reply.headers,
      ...(challenge === null ? {} : { 'www-authenticate': challenge }),
    },
  });
}

/** What nobody expected is logged with its cause and the request id that the caller was told; never with a body. */
function logUnexpected(services: Services, request: Request, error: unknown, requestId: string): void {
  const refused = refusalIn(error);
  if (refused !== null && refused.status < 500) return;
  services.log.error(
    { err: error, requestId, method: request.method, path: loggable(new URL(request.url).pathname) },
    'request failed',
  );
}

/** The path without a credential in it. */
function loggable(path: string): string {
  return surfaceOf(path).method === 'document_token' ? surfaceOf(path).prefix : path;
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) {
    if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}
