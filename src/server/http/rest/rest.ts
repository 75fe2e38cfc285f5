import { callTRPCProcedure } from '@trpc/server';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { restRouter } from '#server/procedures/router.ts';
import { idempotencyKeyIn } from '#server/trpc/idempotency.ts';
import type { Context } from '#server/trpc/init.ts';
import { fingerprintOf } from '#server/trpc/fingerprint.ts';
import { boundedBody } from './bounded-body.ts';
import { conditional, ranged, versionInIfMatch } from './conditional.ts';
import { deprecationHeaders } from './deprecation.ts';
import { readInput } from './input.ts';
import { JsonAnswer } from './json-response.ts';
import { isForDevelopers, routesOf, type Route } from './routes.ts';

/** Every path that has methods answers OPTIONS, with which they are (RFC 9110 section 9.3.7). */
export function withOptions(methods: readonly string[]): readonly string[] {
  return [...new Set([...methods, 'OPTIONS'])];
}

/** An existing path called with an unsupported method. */
export class MethodNotAllowed extends Error {
  readonly allow: readonly string[];

  constructor(allow: readonly string[]) {
    super('method not allowed', { cause: refusal('method_not_allowed') });
    this.allow = withOptions(allow);
  }
}

/**
 * Answers a REST request by calling its procedure. Throws what the procedure throws, and `not_found` for an
 * unknown path.
 */
export async function answerRest(request: Request, url: URL, context: Context): Promise<Response> {
  const candidates = routesOf(url.pathname);
  if (candidates.length === 0) throw refusal('not_found');
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const found = candidates.find(({ route }) => route.method === method);
  if (found === undefined) throw new MethodNotAllowed(restMethodsAt(url.pathname));

  const { route, values } = found;
  if (route.rest.deprecated !== undefined)
    for (const [name, value] of Object.entries(deprecationHeaders(route.rest.deprecated)))
      context.replyHeaders.append(name, value);
  if (context.principal.kind === 'agent' && route.agentScopes === null)
    throw refusal(
      'unauthorized',
      undefined,
      "This operation requires an API key and doesn't accept OAuth tokens.",
    );
  if (route.rest.needsSession === true && context.principal.kind !== 'session') throw refusal('unauthorized');
  const limit = bodyLimit(route, context);
  const input = await readInput(route, request, url, values, {
    maxBytes: limit,
    bodies: context.services.bodies,
  });
  const version = route.takesVersion ? versionInIfMatch(request.headers) : null;
  if (version !== null) input['expectedVersion'] = agreed(input['expectedVersion'], version);
  const bytes = route.rest.body === 'bytes' ? boundedBody(request, limit) : null;
  const result: unknown = await callTRPCProcedure({
    router: restRouter,
    path: route.name,
    getRawInput: () => Promise.resolve(input),
    ctx: {
      ...context,
      body: bytes,
      contentType: request.headers.get('content-type'),
      idempotency: idempotencyOf(route, request, url, input),
    },
    type: route.type,
    signal: request.signal,
    batchIndex: 0,
  });
  const response = responseOf(route, result);
  if (method !== 'GET' || !isForDevelopers(route)) return response;
  return await ranged(request, await conditional(request, response, result));
}

/** Returns the version that the body and `If-Match` both name, or the only one. */
function agreed(inBody: unknown, inHeader: number): unknown {
  if (inBody === undefined || inBody === inHeader) return inHeader;
  throw invalid([{ path: '/expectedVersion', message: 'differs from the version in If-Match' }]);
}

function responseOf(route: Route, result: unknown): Response {
  if (result instanceof Response) return result;
  const status = statusOf(route, result);
  return status === 204 ? new Response(null, { status }) : new JsonAnswer(result, status);
}

function statusOf({ rest: { success = 200, otherSuccess } }: Route, answer: unknown): number {
  const isOther = otherSuccess !== undefined && otherSuccess.applies(answer as object | undefined);
  return isOther ? otherSuccess.status : success;
}

/** Returns the methods of a path of the REST surfaces; empty for an unknown path. */
export function restMethodsAt(path: string): readonly string[] {
  return methodsOf(routesOf(path).map(({ route }) => route));
}

/** Returns the request's Idempotency-Key and fingerprint, if the operation takes one. */
function idempotencyOf(
  route: Route,
  request: Request,
  url: URL,
  input: Record<string, unknown>,
): Context['idempotency'] {
  if (route.rest.idempotency === undefined) return null;
  const key = idempotencyKeyIn(request.headers.get('idempotency-key'));
  if (key === null) return null;
  return { key, fingerprint: fingerprintOf(request.method, url.pathname, input) };
}

function methodsOf(routes: readonly Route[]): string[] {
  return routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function bodyLimit(route: Route, { services }: Context): number {
  if (route.rest.body === 'bytes') return services.config.limits.documentBytes;
  return route.rest.maxBodyBytes ?? LIMITS.jsonBodyMaxBytes;
}
