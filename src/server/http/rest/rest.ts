import { callTRPCProcedure } from '@trpc/server';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { restRouter } from '#server/procedures/router.ts';
import type { ByteSpan } from '#server/storage/driver.ts';
import { StoredFileResponse } from '#server/storage/stored-file-response.ts';
import { computeFingerprint, parseIdempotencyKey } from '#server/trpc/idempotency.ts';
import { EncodedAnswer } from '#server/trpc/encoded-answer.ts';
import type { Context, Deprecation } from '#server/trpc/init.ts';
import { digestEntity, matchesEntityTag } from '#server/http/entity-tag.ts';
import { limitBody, readInput } from './input.ts';
import { findRoutes, hasParts, isForDevelopers, type Route } from './routes.ts';

/**
 * Answers a REST request by calling its procedure. Throws what the procedure throws, and `not_found` for an
 * unknown path.
 */
export async function answerRest(request: Request, url: URL, context: Context): Promise<Response> {
  const candidates = findRoutes(url.pathname);
  if (candidates.length === 0) throw createUnknownPathRefusal(url.pathname);
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
  // A client that resumes would replace the file by its part (RFC 9110, section 14.5).
  if (route.rest.body === 'bytes' && request.headers.has('content-range'))
    throw createRefusal('malformed_request', undefined, 'Files are sent whole, without Content-Range.');
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
      takesEncoded: true,
    },
    type: route.type,
    signal: request.signal,
    batchIndex: 0,
  });
  const response = toResponse(route, result);
  if (method !== 'GET') return response;
  const answer = isForDevelopers(route) ? await answerConditionally(request, response) : response;
  return hasParts(route) ? await answerRange(request, answer) : answer;
}

/** A path with a slash at the end isn't another name of the path without it, but often a slip. */
function createUnknownPathRefusal(path: string) {
  const meant = path.replace(/\/+$/, '');
  return meant !== path && findRoutes(meant).length > 0
    ? createRefusal('not_found', undefined, 'Not found. Leave out the slash at the end of the path.')
    : createRefusal('not_found');
}

/** Returns the methods of a path of the REST surfaces; empty for an unknown path. */
export function listRestMethods(path: string): readonly string[] {
  return listMethods(findRoutes(path).map(({ route }) => route));
}

function listMethods(routes: readonly Route[]): string[] {
  return routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

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
 * Returns the headers that announce the end of an operation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594)
 * once the end is known, and a link to the replacement.
 */
export function buildDeprecationHeaders({ since, sunset, guide }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset === null ? {} : { sunset: new Date(sunset).toUTCString() }),
    link: `<${guide}>; rel="deprecation"; type="text/html"`,
  };
}

function getBodyLimit(route: Route, { services }: Context): number {
  if (route.rest.body === 'bytes') return services.config.limits.documentBytes;
  return route.rest.maxBodyBytes ?? LIMITS.jsonBodyMaxBytes;
}

const TAG = /^(?:W\/)?"v(\d{1,9})-[\w-]+"$/;

/**
 * Returns the version named by the request's `If-Match`, which has the tag of an envelope that was read
 * before (RFC 9110, section 13.1.1). Returns null without the field. Refuses other tags with
 * `validation_failed`.
 */
function readIfMatchVersion(headers: Headers): number | null {
  const field = headers.get('if-match');
  if (field === null) return null;
  const version = TAG.exec(field.trim())?.[1];
  if (version === undefined)
    throw createInvalidRefusal([
      { path: '/expectedVersion', message: 'needs an If-Match with the ETag of the envelope' },
    ]);
  return Number(version);
}

/** Returns the version in `If-Match`, which the body may repeat. Refuses a body with another version. */
function resolveVersion(inBody: unknown, inHeader: number): unknown {
  if (inBody === undefined || inBody === inHeader) return inHeader;
  throw createInvalidRefusal([{ path: '/expectedVersion', message: 'differs from the version in If-Match' }]);
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

function toResponse(route: Route, result: unknown): Response {
  if (result instanceof Response) return result;
  const status = getSuccessStatus(route, result);
  if (status === 204) return new Response(null, { status });
  return new JsonAnswer(result instanceof EncodedAnswer ? result : new EncodedAnswer(result), status);
}

function getSuccessStatus({ rest: { success = 200, otherSuccess } }: Route, answer: unknown): number {
  const isOther = otherSuccess !== undefined && otherSuccess.applies(answer as object | undefined);
  return isOther ? otherSuccess.status : success;
}

/**
 * A JSON response that has its bytes, which are written to a socket without a stream. Tests and clients without
 * a socket get a new body each time.
 */
export class JsonAnswer extends Response {
  readonly answer: EncodedAnswer;

  constructor(answer: EncodedAnswer, status: number) {
    super(null, { status, headers: { 'content-type': 'application/json' } });
    this.answer = answer;
  }

  override get body() {
    return this.#read().body;
  }

  override arrayBuffer() {
    return this.#read().arrayBuffer();
  }

  override bytes() {
    return this.#read().bytes();
  }

  override text() {
    return this.#read().text();
  }

  override json() {
    return this.#read().json();
  }

  override clone(): Response {
    return new Response(this.answer.bytes, this);
  }

  #read(): Response {
    return new Response(this.answer.bytes);
  }
}

/**
 * Gives a response to GET its entity tag, and leaves out the body if the request's `If-None-Match` names the
 * tag (RFC 9110, sections 8.8.3 and 13.1.2). Files already have a tag. The tag of an envelope begins with its
 * version.
 */
async function answerConditionally(request: Request, response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  if (response instanceof JsonAnswer) response.headers.set('etag', computeEntityTag(response.answer));
  const tag = response.headers.get('etag');
  if (tag === null || !matchesEntityTag(request.headers.get('if-none-match'), tag)) return response;
  if (!(response instanceof JsonAnswer)) await response.body?.cancel();
  return new Response(null, { status: 304, headers: { etag: tag } });
}

/** The tags of answers that are kept. */
const keptTags = new WeakMap<EncodedAnswer, string>();

function computeEntityTag(answer: EncodedAnswer): string {
  const version = answer.version === null ? '' : `v${answer.version}-`;
  const tag = keptTags.get(answer) ?? `"${version}${digestEntity(answer.bytes)}"`;
  keptTags.set(answer, tag);
  return tag;
}

/**
 * Cuts a stored file to the single range that the request asks for (RFC 9110, section 14). Responds with 206,
 * or refuses with `range_not_satisfiable` if the file doesn't reach that far. Requests for several ranges, or
 * for a range of an older file (`If-Range`), get the whole file.
 */
async function answerRange(request: Request, response: Response): Promise<Response> {
  const field = request.headers.get('range');
  if (field === null || request.method !== 'GET' || !(response instanceof StoredFileResponse))
    return response;
  const same = request.headers.get('if-range');
  if (same !== null && same !== response.headers.get('etag')) return response;
  const size = Number(response.headers.get('content-length'));
  const span = parseRange(field, size);
  if (span === 'whole') return response;
  await response.body?.cancel();
  if (span === 'beyond') throw createRefusal('range_not_satisfiable', { size });
  const headers = new Headers(response.headers);
  headers.set('content-range', `bytes ${span.first}-${span.last}/${size}`);
  headers.set('content-length', String(span.last - span.first + 1));
  return new Response(await response.open(span), { status: 206, headers });
}

function parseRange(field: string, size: number): ByteSpan | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(field.trim()) ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '')
    return to === '0' || size === 0 ? 'beyond' : { first: Math.max(0, size - Number(to)), last: size - 1 };
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (first >= size) return 'beyond';
  return last < first ? 'whole' : { first, last };
}
