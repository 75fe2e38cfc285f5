import { callTRPCProcedure } from '@trpc/server';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { restRouter } from '#server/procedures/router.ts';
import { parseIdempotencyKey } from '#server/trpc/idempotency.ts';
import type { Context } from '#server/trpc/init.ts';
import { computeFingerprint } from '#server/trpc/fingerprint.ts';
import { limitBody } from './bounded-body.ts';
import { answerConditionally, answerRange, readIfMatchVersion } from './conditional.ts';
import { buildDeprecationHeaders } from './deprecation.ts';
import { readInput } from './input.ts';
import { JsonAnswer } from './json-response.ts';
import { isForDevelopers, findRoutes, type Route } from './routes.ts';

/**
 * Adds OPTIONS to the methods of a path. Every path that has methods answers OPTIONS by listing them (RFC
 * 9110 section 9.3.7).
 */
export function withOptions(methods: readonly string[]): readonly string[] {
  return [...new Set([...methods, 'OPTIONS'])];
}

/** Thrown when an existing path is called with an unsupported method. */
export class MethodNotAllowed extends Error {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('method not allowed', { cause: createRefusal('method_not_allowed') });
    this.allow = withOptions(allow);
  }
}

/**
 * Answers a REST request by calling its procedure. Throws what the procedure throws, and `not_found` for an
 * unknown path.
 */
export async function answerRest(request: Request, url: URL, context: Context): Promise<Response> {
  const candidates = findRoutes(url.pathname);
  if (candidates.length === 0) throw createRefusal('not_found');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = candidates.find(({ route }) => route.method === method);
  if (found === undefined) throw new MethodNotAllowed(listRestMethods(url.pathname));

  const { route, values } = found;
  if (route.rest.deprecated !== undefined)
    for (const [name, value] of Object.entries(buildDeprecationHeaders(route.rest.deprecated)))
      context.replyHeaders.append(name, value);
  if (context.principal.kind === 'agent' && route.agentScopes === null)
    throw createRefusal(
      'unauthorized',
      undefined,
      "This operation requires an API key and doesn't accept OAuth tokens.",
    );
  if (route.rest.needsSession === true && context.principal.kind !== 'session')
    throw createRefusal('unauthorized');
  const limit = getBodyLimit(route, context);
  const input = await readInput(route, request, url, values, {
    maxBytes: limit,
    bodies: context.services.bodies,
  });
  const version = route.takesVersion ? readIfMatchVersion(request.headers) : null;
  if (version !== null) input['expectedVersion'] = resolveVersion(input['expectedVersion'], version);
  const bytes = route.rest.body === 'bytes' ? limitBody(request, limit) : null;
  const result: unknown = await callTRPCProcedure({
    router: restRouter,
    path: route.name,
    getRawInput: () => Promise.resolve(input),
    ctx: {
      ...context,
      body: bytes,
      contentType: request.headers.get('content-type'),
      idempotency: readIdempotency(route, request, url, input),
    },
    type: route.type,
    signal: request.signal,
    batchIndex: 0,
  });
  const response = toResponse(route, result);
  if (method !== 'GET' || !isForDevelopers(route)) return response;
  return await answerRange(request, await answerConditionally(request, response, result));
}

/** Returns the version in `If-Match`, which the body may repeat. Refuses a body with another version. */
function resolveVersion(inBody: unknown, inHeader: number): unknown {
  if (inBody === undefined || inBody === inHeader) return inHeader;
  throw createInvalidRefusal([{ path: '/expectedVersion', message: 'differs from the version in If-Match' }]);
}

function toResponse(route: Route, result: unknown): Response {
  if (result instanceof Response) return result;
  const status = getSuccessStatus(route, result);
  return status === 204 ? new Response(null, { status }) : new JsonAnswer(result, status);
}

function getSuccessStatus({ rest: { success = 200, otherSuccess } }: Route, answer: unknown): number {
  const isOther = otherSuccess !== undefined && otherSuccess.applies(answer as object | undefined);
  return isOther ? otherSuccess.status : success;
}

/** Returns the methods of a path of the REST surfaces; empty for an unknown path. */
export function listRestMethods(path: string): readonly string[] {
  return listMethods(findRoutes(path).map(({ route }) => route));
}

/** Returns the request's Idempotency-Key and fingerprint, if the operation takes one. */
function readIdempotency(
  route: Route,
  request: Request,
  url: URL,
  input: Record<string, unknown>,
): Context['idempotency'] {
  if (route.rest.idempotency === undefined) return null;
  const key = parseIdempotencyKey(request.headers.get('idempotency-key'));
  if (key === null) return null;
  return { key, fingerprint: computeFingerprint(request.method, url.pathname, input) };
}

function listMethods(routes: readonly Route[]): string[] {
  return routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function getBodyLimit(route: Route, { services }: Context): number {
  if (route.rest.body === 'bytes') return services.config.limits.documentBytes;
  return route.rest.maxBodyBytes ?? LIMITS.jsonBodyMaxBytes;
}
