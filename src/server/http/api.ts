import { formatEmailedLink } from '#domain/account/emailed-link.ts';
import { createRefusal } from '#domain/errors.ts';
import type { Config } from '#server/runtime/config.ts';
import { buildResourceMetadata, RESOURCE_METADATA_PATHS } from '#server/oauth/resource.ts';
import { admit, watchAdmission } from '#server/surface/admit.ts';
import { type Arrival, arrive, buildReplyHeaders } from '#server/surface/arrival.ts';
import { openCookies } from '#server/surface/cookies.ts';
import { getSurface, type Surface, toLoggablePath } from '#server/surface/table.ts';
import { isCutShort } from '#server/process/cut-short.ts';
import { buildRateHeaders } from '#server/rates/rate-limit.ts';
import type { Context } from '#server/trpc/init.ts';
import type { Services } from '#server/runtime/services.ts';
import { buildAgentChallenge, toErrorReply } from './error.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { answerHealth } from './health.ts';
import { answerLog, answerLogo, answerPki, answerUploadedDocument, LOG } from './files.ts';
import { PKI_PATH } from '#server/sealing/pki/authority.ts';
import { answerLive, LIVE } from './live.ts';
import { answerPackages, PACKAGES } from './packages.ts';
import { answerAgent } from './mcp.ts';
import { answerOpenApi } from './openapi/answer.ts';
import { answerLlms, answerPortal } from './portal/portal.ts';
import { answerRest, listRestMethods, MethodNotAllowed, withOptions } from './rest/rest.ts';
import { answerSecurityContact } from './security-contact.ts';
import { ScimError } from '#server/scim/error.ts';
import { answerScim, answerScimError, listScimMethods, SCIM } from './scim.ts';
import { answerSingleSignOn } from './single-sign-on.ts';
import { answerTrpc, buildTrpcErrorBody, TRPC } from './trpc.ts';
import { answerVerify } from './verify.ts';
import { createDocumentLinkCaller } from '#server/procedures/router.ts';
import { switchDigestByLink } from '#server/procedures/account/account.ts';

/**
 * Answers the API, which is the single entry point for programs, agents, signers and the dashboard's own
 * calls.
 */
export async function answerApi(
  services: Services,
  request: Request,
  ipAddress: string | null,
): Promise<Response> {
  const { http } = services.config;
  const arrival = arrive(request, new URL(request.url), ipAddress);
  const { surface, requestId, audit, url } = arrival;
  const headers = new Headers(buildReplyHeaders(arrival, http));
  try {
    if (request.method === 'OPTIONS')
      return withHeaders(answerOptions(request, arrival, http.webOrigin), headers);
    const { principal, rate } = await admit(services, arrival);
    setAll(headers, buildRateHeaders(rate));
    const response = await dispatch(surface, request, url, {
      services,
      principal,
      renewPrincipal: watchAdmission(services, arrival, principal),
      audit,
      requestId,
      replyHeaders: headers,
      cookies: openCookies(request.headers, headers, http.origin),
      body: null,
      contentType: null,
      idempotency: null,
    });
    return withHeaders(response, headers);
  } catch (error) {
    for (const name of OF_SUCCESSES) headers.delete(name);
    return answerFailure({ services, arrival, request, error, headers });
  }
}

/** Header fields that an operation may have set before it failed. */
const OF_SUCCESSES = ['set-cookie', 'idempotency-replayed'] as const;

/** Answers a CORS preflight request (Fetch standard). */
function answerPreflight(headers: Headers, webOrigin: string): Response {
  const allowed = headers.get('origin') === webOrigin;
  return new Response(null, {
    status: 204,
    headers: allowed
      ? {
          'access-control-allow-methods': 'GET, POST',
          'access-control-allow-headers': 'authorization, content-type, x-request-id',
          'access-control-max-age': '600',
        }
      : {},
  });
}

/**
 * Tells anyone what can be done at a path (RFC 9110 section 9.3.7). This reveals nothing, since the API's
 * document says the same.
 */
function answerOptions(request: Request, { surface, url }: Arrival, webOrigin: string): Response {
  const methods = listMethods(url.pathname);
  if (methods.length === 0 && !surface.cors) throw createRefusal('not_found');
  const response = surface.cors
    ? answerPreflight(request.headers, webOrigin)
    : new Response(null, { status: 204 });
  response.headers.set('allow', withOptions(methods).join(', '));
  return response;
}

const READ = ['GET', 'HEAD'] as const;

/** Returns the methods of a path of the API; empty for a path that can't exist. */
export function listMethods(path: string): readonly string[] {
  const { prefix } = getSurface(path);
  switch (prefix) {
    case '/api/v1':
    case '/api/signer':
    case '/api/editing':
    case '/api/auth':
      return listRestMethods(path);
    case SCIM:
      return listScimMethods(path);
    case '/mcp':
      return ['POST'];
    case TRPC:
    case '/sso':
      return ['GET', 'POST'];
    case LIVE:
      return path === prefix ? ['GET'] : [];
    case '/api/uploads':
      return ['PUT'];
    case '/api/verify':
    case '/api/digest':
      return path === prefix ? [...READ, 'POST'] : [];
    case '/api/health':
    case '/api/openapi.json':
    case '/api/openapi-3.0.json':
    case '/llms.txt':
    case '/.well-known/security.txt':
      return path === prefix ? READ : [];
    case PACKAGES:
      return READ;
    case '/.well-known/oauth-protected-resource':
      return isResourceMetadata(path) ? READ : [];
    case '/api/documents':
    case '/api/docs':
    case '/api/docs.md':
    case '/api/logos':
    case LOG:
    case PKI_PATH:
      return READ;
    default:
      return [];
  }
}

async function dispatch(surface: Surface, request: Request, url: URL, context: Context): Promise<Response> {
  switch (surface.prefix) {
    case '/api/v1':
    case '/api/signer':
    case '/api/editing':
    case '/api/auth':
      return await answerRest(request, url, context);
    case '/mcp':
      return await answerAgent(request, context);
    case SCIM:
      return await answerScim(request, url, context);
    case '/sso':
      return await answerSingleSignOn(request, url, context);
    case '/api/documents':
      return await answerLinkedDocument(request, context);
    case '/api/digest':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      return await answerUnsubscribe(context.services, request, url);
    case '/api/uploads':
      return await answerUploadedDocument(request, context);
    case TRPC:
      return await answerTrpc(request, context, (error) =>
        logFailure(context.services, request, error, {
          requestId: context.requestId,
          ipAddress: context.audit.ipAddress,
        }),
      );
    case LIVE:
      return answerLive(request, url, context);
    case '/.well-known/oauth-protected-resource':
      return answerRead(request, answerResourceMetadata(context.services.config, url.pathname));
    case '/api/health':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      return answerRead(request, await answerHealth(context.services));
    case '/api/verify':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      return await answerVerify(context.services, request, context.audit.ipAddress);
    case LOG:
      return answerRead(request, await answerLog(request, url, context));
    case PKI_PATH:
      return answerRead(request, await answerPki(context.services, url.pathname));
    case '/api/logos':
      return answerRead(request, await answerLogo(context.services, url.pathname));
    case '/api/openapi.json':
    case '/api/openapi-3.0.json':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      return answerRead(request, answerOpenApi(request, surface.prefix, context.services.config.http.origin));
    case '/api/docs':
    case '/api/docs.md':
      return answerRead(request, answerPortal(request, url.pathname, context.services.config.http));
    case PACKAGES:
      return answerRead(request, answerPackages(request, url.pathname, context.services.config.http.origin));
    case '/.well-known/security.txt':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      requireReading(request);
      return answerSecurityContact(context.services);
    case '/llms.txt':
      if (url.pathname !== surface.prefix) throw createRefusal('not_found');
      return answerRead(request, answerLlms(request, context.services.config.http));
    default:
      throw createRefusal('not_found');
  }
}

function isResourceMetadata(path: string): boolean {
  return RESOURCE_METADATA_PATHS.some((known) => known === path);
}

function answerResourceMetadata(config: Config, path: string): Response {
  if (!isResourceMetadata(path)) throw createRefusal('not_found');
  return Response.json(buildResourceMetadata(config), {
    headers: { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' },
  });
}

function answerRead(request: Request, response: Response): Response {
  requireReading(request);
  return response;
}

function requireReading({ method }: Request): void {
  if (method !== 'GET' && method !== 'HEAD') throw new MethodNotAllowed(READ);
}

function answerFailure(failed: {
  readonly services: Services;
  readonly arrival: Arrival;
  readonly request: Request;
  readonly error: unknown;
  readonly headers: Headers;
}): Response {
  const { services, arrival, request, error, headers } = failed;
  const { surface, requestId } = arrival;
  logFailure(services, request, error, { requestId, ipAddress: arrival.audit.ipAddress });
  if (surface.prefix === SCIM) return answerScimError(error, headers);
  const reply = toErrorReply(error, requestId, error instanceof MethodNotAllowed ? error.allow : undefined);
  const body = surface.prefix === TRPC ? buildTrpcErrorBody(reply, requestId) : reply.body;
  const challenge =
    surface.method === 'agent' ? buildAgentChallenge(toRefusal(error), services.config) : null;
  setAll(headers, reply.headers);
  if (challenge !== null) headers.set('www-authenticate', challenge);
  return Response.json(body, { status: reply.status, headers });
}

/**
 * Logs an unexpected error with its cause and the request id that the caller received, but never with a body.
 * Refused requests are counted.
 */
function logFailure(
  services: Services,
  request: Request,
  error: unknown,
  { requestId, ipAddress }: { readonly requestId: string; readonly ipAddress: string | null },
): void {
  const { pathname } = new URL(request.url);
  const refused = toRefusal(error);
  if (refused !== null && refused.status < 500) {
    const { prefix } = getSurface(pathname);
    services.countRefusal({ code: refused.code, prefix, path: toLoggablePath(pathname), ipAddress });
    return;
  }
  const which = { requestId, method: request.method, path: toLoggablePath(pathname) };
  if (error instanceof ScimError) {
    const { status, scimType, message: reason } = error;
    return services.log.info({ ...which, status, scimType, reason }, "directory's request refused");
  }
  if (isCutShort(error)) {
    // Otherwise, stopping the program would report a failure for every upload that is waiting. Clients that
    // left get no line, because anyone could fill the log with them.
    if (!request.signal.aborted) services.log.info(which, 'request cut short');
    return;
  }
  services.log.error({ err: error, ...which }, 'request failed');
}

function setAll(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) headers.set(name, value);
}

function withHeaders(response: Response, headers: Headers): Response {
  for (const [name, value] of headers) {
    if (name === 'set-cookie') response.headers.append(name, value);
    else if (!response.headers.has(name)) response.headers.set(name, value);
  }
  return response;
}

/** Answers a document link with the document's file. */
async function answerLinkedDocument(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
  return await createDocumentLinkCaller(context).document();
}

/**
 * Answers the URL in a digest's List-Unsubscribe field. Mail programs POST to it when a person clicks once
 * (RFC 8058). People who open it are redirected to the page that asks them.
 */
async function answerUnsubscribe(services: Services, request: Request, url: URL): Promise<Response> {
  const token = url.searchParams.get('token') ?? '';
  if (request.method === 'POST') {
    await switchDigestByLink(services, token, false);
    return new Response('The weekly digest is off.\n', { headers: { 'content-type': 'text/plain' } });
  }
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new MethodNotAllowed(['GET', 'HEAD', 'POST']);
  return new Response(null, {
    status: 303,
    headers: { location: formatEmailedLink('digest', encodeURIComponent(token)) },
  });
}
