import { IncomingMessage, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createRefusal, type ErrorCode } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { keepKnownMetadata } from '#server/oauth/client-metadata.ts';
import { buildServerMetadata, SERVER_METADATA_PATH } from '#server/oauth/metadata.ts';
import { normalizeAuthorizationParameters, normalizeTokenParameters } from '#server/oauth/parameters.ts';
import { PROBLEM_PAGE_POLICY, renderProblemPage } from '#server/oauth/problem-page.ts';
import { ENDPOINTS } from '#server/oauth/provider.ts';
import type { Services } from '#server/runtime/services.ts';
import { isText, validateStorable } from '#wire/storable.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { withOptions } from './rest/rest.ts';
import { readChunks, readHeaders } from './node/web-request.ts';
import { isCutShort } from '#server/process/cut-short.ts';
import { admit } from '#server/surface/admit.ts';
import { arrive, buildReplyHeaders } from '#server/surface/arrival.ts';
import { buildRateHeaders } from '#server/rates/rate-limit.ts';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
/** The header fields that the endpoints read. The fields about the request's origin are written here. */
const READ = ['accept', 'authorization', 'cookie'] as const;
const PATHS: ReadonlySet<string> = new Set(Object.values(ENDPOINTS));

/** Thrown for a request that can't be read, with an error code of RFC 6749 section 5.2. */
class Unreadable extends Error {
  readonly code: string;
  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/**
 * Handles the endpoints of the authorization server. Each request is read completely and normalized before it
 * is passed on.
 */
export async function answerOAuth(
  services: Services,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { http } = services.config;
  const url = new URL(message.url ?? '/', http.origin);
  const headers = readHeaders(message);
  const ipAddress = services.clientAddress(message.socket.remoteAddress, headers.get('x-forwarded-for'));
  const arrival = arrive({ method: message.method ?? 'GET', headers }, url, ipAddress);
  const { requestId, surface } = arrival;
  const count = (code: ErrorCode) => services.countRefusal({ code, prefix: surface.prefix, ipAddress });
  setAll(response, buildReplyHeaders(arrival, http));
  try {
    if (message.method === 'OPTIONS') return answerOptions(response, url.pathname);
    setAll(response, buildRateHeaders((await admit(services, arrival)).rate));
    if (await dispatch(services, message, response, url)) count('unauthorized');
  } catch (error) {
    const refused = toRefusal(error);
    if (refused !== null) count(refused.code);
    fail(services, { error, requestId, isPage: url.pathname.startsWith(ENDPOINTS.authorization) }, response);
  }
}

function setAll(response: ServerResponse, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) response.setHeader(name, value);
}

/** Answers a request. Returns whether the client had no right to what it asked for. */
async function dispatch(
  services: Services,
  message: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<boolean> {
  const { pathname: path } = url;
  const method = message.method ?? 'GET';
  const allowed = listMethods(path);
  if (allowed.length === 0) throw createRefusal('not_found');
  if (!allowed.includes(method)) {
    answerJson(response, 405, { error: 'invalid_request' }, { allow: withOptions(allowed).join(', ') });
    return false;
  }
  if (path === SERVER_METADATA_PATH) {
    const headers = { 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' };
    answerJson(response, 200, buildServerMetadata(services.config), headers);
    return false;
  }

  const isPost = method === 'POST';
  const body = isPost ? await readBody(services, path, message) : null;
  // The message gets a socket of its own, because ending the message must not end the connection of the
  // response.
  const request = new IncomingMessage(new Socket());
  request.complete = true;
  request.method = method;
  request.url = path === ENDPOINTS.authorization ? `${path}?${buildAuthorizationQuery(services, url)}` : path;
  request.headers = buildHeaders(services, message, body);
  request.push(body?.bytes ?? null);
  if (body !== null) request.push(null);
  return await services.authorization.answer(request, response);
}

/** Returns the methods of an endpoint; empty for an unknown path. */
function listMethods(path: string): readonly string[] {
  const isResume = path.startsWith(`${ENDPOINTS.authorization}/`);
  if (
    isResume ||
    path === ENDPOINTS.authorization ||
    path === ENDPOINTS.jwks ||
    path === SERVER_METADATA_PATH
  )
    return ['GET', 'HEAD'];
  return PATHS.has(path) ? ['POST'] : [];
}

function answerOptions(response: ServerResponse, path: string): void {
  const methods = listMethods(path);
  if (methods.length === 0) throw createRefusal('not_found');
  response.writeHead(204, { allow: withOptions(methods).join(', ') }).end();
}

function buildAuthorizationQuery({ config }: Services, url: URL): string {
  const parameters = normalizeAuthorizationParameters(config, url.searchParams);
  requireText(parameters);
  return parameters.toString();
}

type Body = { readonly type: string; readonly bytes: Buffer };

async function readBody({ config }: Services, path: string, message: IncomingMessage): Promise<Body> {
  const type = path === ENDPOINTS.registration ? JSON_TYPE : FORM;
  const given = (message.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (given !== type) throw new Unreadable('invalid_request', `the body must be ${type}`);
  const text = (await readWhole(message)).toString('utf8');
  if (type === JSON_TYPE) return { type, bytes: Buffer.from(JSON.stringify(parseRegistration(text))) };
  const parameters = new URLSearchParams(text);
  requireText(parameters);
  const known = path === ENDPOINTS.token ? normalizeTokenParameters(config, parameters) : parameters;
  return { type, bytes: Buffer.from(known.toString()) };
}

function parseRegistration(text: string): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    throw new Unreadable('invalid_client_metadata', 'the body is not JSON');
  }
  if (
    typeof given !== 'object' ||
    given === null ||
    Array.isArray(given) ||
    validateStorable(given).length > 0
  )
    throw new Unreadable('invalid_client_metadata', 'the body must be an object of strings');
  // The server assigns identifiers and secrets. Clients can't choose their own.
  const {
    client_id: _id,
    client_secret: _secret,
    client_secret_expires_at: _expiry,
    ...metadata
  } = keepKnownMetadata({ ...given });
  return metadata;
}

function requireText(parameters: URLSearchParams): void {
  for (const [name, value] of parameters)
    if (!isText(name) || !isText(value))
      throw new Unreadable('invalid_request', 'a parameter contains an unsupported character');
}

async function readWhole(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(message)) {
    size += chunk.length;
    if (size > LIMITS.oauthBodyMaxBytes)
      throw createRefusal('payload_too_large', { maxBytes: LIMITS.oauthBodyMaxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function buildHeaders(
  { config }: Services,
  message: IncomingMessage,
  body: Body | null,
): Record<string, string> {
  const { protocol, host } = new URL(config.http.origin);
  const read = READ.flatMap((name) => {
    const value = message.headers[name];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return {
    ...(Object.fromEntries(read) as Record<string, string>),
    host,
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    ...(body === null ? {} : { 'content-type': body.type, 'content-length': String(body.bytes.length) }),
  };
}

type Failed = { readonly error: unknown; readonly requestId: string; readonly isPage: boolean };

function fail({ log }: Services, { error, requestId, isPage }: Failed, response: ServerResponse): void {
  const refused = toRefusal(error);
  if (refused === null && !(error instanceof Unreadable) && !isCutShort(error))
    log.error({ err: error, requestId }, 'authorization request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const { status, code, description } = describeError(error);
  const retryAfter = refused?.details?.['retryAfterSeconds'];
  const headers = typeof retryAfter === 'number' ? { 'retry-after': String(retryAfter) } : {};
  if (!isPage) return answerJson(response, status, { error: code, error_description: description }, headers);
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': PROBLEM_PAGE_POLICY,
    ...headers,
  });
  response.end(renderProblemPage(code));
}

function describeError(error: unknown): { status: number; code: string; description: string } {
  if (error instanceof Unreadable) return { status: 400, code: error.code, description: error.message };
  const { status, message, code } = toRefusal(error) ?? createRefusal('internal');
  if (code === 'rate_limited' || code === 'unavailable')
    return { status, code: 'temporarily_unavailable', description: message };
  return { status, code: status < 500 ? 'invalid_request' : 'server_error', description: message };
}

function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': JSON_TYPE, 'cache-control': 'no-store', ...headers });
  response.end(JSON.stringify(body));
}
