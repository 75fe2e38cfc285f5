import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import compression from 'compression';
import { createRefusal } from '#domain/errors.ts';
import { toPrintable } from '#domain/text.ts';
import { answerApi, listMethods } from '#server/http/api.ts';
import { toErrorReply } from '#server/http/error.ts';
import { answerOAuth } from '#server/http/oauth.ts';
import { loadPages, type Pages } from '#server/http/pages/pages.ts';
import { MethodNotAllowed } from '#server/http/rest/rest.ts';
import { findRoutes } from '#server/http/rest/routes.ts';
import { openRequester } from '#server/runtime/requester.ts';
import type { Services } from '#server/runtime/services.ts';
import { buildIsolationHeaders, pickRequestId } from '#server/surface/arrival.ts';
import { getSurface, type Surface, toLoggablePath } from '#server/surface/table.ts';
import { failSpan, getTraceId, startSpan, type TraceCarrier } from '#server/tracing/span.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { createProxyCheck } from './client-address.ts';
import { type ConnectionLimits, createDrain, limitConnections, type Wave } from './connections.ts';
import { dropRest, toRequest, writeResponse } from './web-request.ts';

/** Shorter responses fit into one packet uncompressed. */
const LEAST_BYTES = 1_000;

/**
 * Types of text that are sent whole. Events are sent piece by piece, and documents and pictures are already
 * compressed.
 */
const COMPRESSIBLE =
  /^(?:text\/(?!event-stream)|image\/svg\+xml|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|manifest))/;

/**
 * Lets the response to a request be compressed with Brotli or gzip, as the request's `Accept-Encoding` asks
 * (RFC 9110, section 12.5.3), and then calls `next`.
 */
const compress = compression({ threshold: LEAST_BYTES, filter: mayCompress });

export type HttpServer = {
  readonly port: number;
  /** Stops after `delayMs`. Until then, requests are still accepted. */
  readonly close: (delayMs?: number) => Promise<void>;
};

type Pace = Omit<ConnectionLimits, 'total' | 'perAddress'>;

/** The longest that a line of the access log says of what a client calls itself. */
const AGENT_MAX_CHARS = 200;

/** Time for a whole request to arrive, enough for a slow upload of 50 MiB, and time for its header. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;
const HEADER_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 65_000;
const TIMEOUT_CHECK_MS = 5_000;

/** A body has to arrive at 1 kB/s, and the client has to accept a part of the response every minute. */
const PACE: Pace = {
  bodyBytes: 20_000,
  bodyWindowMs: 20_000,
  readWindowMs: 60_000,
  checkMs: 1_000,
  waveMs: 10_000,
};

/**
 * Draining, pace, compression and a stream's pipeline all listen for the end of a response, some of them more
 * than once.
 */
const LISTENERS = 20;

/** Tells browsers that have seen the site over TLS to use only TLS for a year (RFC 6797). */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** Methods that the Fetch standard forbids. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The status that is logged when the client left before getting a response. */
const CLIENT_LEFT = 499;
/** Fields with one value, which Node.js would join or take the first of. */
const SINGLE_FIELDS = new Set(['host', 'authorization', 'content-type', 'idempotency-key']);
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Starts the web server. It answers the API and the authorization server itself, and the built handler
 * answers pages.
 */
export async function listenHttp(services: Services, pace: Pace = PACE): Promise<HttpServer> {
  const { host, port, origin } = services.config.http;
  const pages = await loadPages(services.config);
  const isHttps = new URL(origin).protocol === 'https:';
  const server = createServer({ connectionsCheckingInterval: TIMEOUT_CHECK_MS }, (message, response) => {
    response.setMaxListeners(LISTENERS);
    drain.watch(response);
    if (isHttps) response.setHeader('strict-transport-security', STRICT_TRANSPORT_SECURITY);
    const surface = getSurface(getPath(message));
    setIsolation(response, surface, toUrl(message, origin));
    watchRequest(services, message, response, () => {
      const repeated = findRepeatedField(message);
      if (repeated !== null) return answerError(services, message, response, createRepeatedRefusal(repeated));
      makeCodedTagWeak(message, response);
      compress(message, response, () => {
        switch (surface.kind) {
          case 'oauth':
            return void answerOAuth(services, message, response);
          case 'api':
            return void answer(services, message, response, origin);
          case 'page':
            return answerPage(services, pages, message, response);
        }
      });
    });
  });
  const drain = createDrain(server);
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADER_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  limitConnections(
    server,
    { ...services.config.http.connections, ...pace },
    createProxyCheck(services.config.http.trustedProxies),
    (wave) => logWave(services, wave),
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async (delayMs = 0) => {
      await drain.announce(delayMs);
      services.live.drain();
      await drain.close();
    },
  };
}

/** Logs one line for all connections of a wave. A client that cancels its upload is nothing to look into. */
function logWave({ log }: Services, wave: Wave): void {
  const { leftEarly, ...closed } = wave;
  if (Object.keys(closed).length > 0) log.warn(wave, 'connections closed');
  else log.info({ leftEarly }, 'clients left early');
}

/** Sets the header fields that every response has. Handlers may add others. */
function setIsolation(response: ServerResponse, surface: Surface, url: URL | null): void {
  if (url === null) return;
  for (const [name, value] of Object.entries(buildIsolationHeaders(surface, url)))
    response.setHeader(name, value);
}

function toUrl(message: IncomingMessage, origin: string): URL | null {
  return URL.parse(message.url ?? '/', origin);
}

/**
 * Returns the first field that a request repeats although it has a single value. Proxies and programs differ
 * in which one they take (RFC 9112, section 3.2, for `Host`).
 */
function findRepeatedField({ rawHeaders }: IncomingMessage): string | null {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]?.toLowerCase() ?? '';
    if (SINGLE_FIELDS.has(name) && seen.has(name)) return name;
    seen.add(name);
  }
  return null;
}

function createRepeatedRefusal(name: string) {
  return createRefusal('malformed_request', undefined, `The request has more than one ${name} field.`);
}

/**
 * Makes the entity tag of a compressed response weak, because its bytes aren't those of the uncompressed one
 * (RFC 9110, section 8.8.3.3). Responds to a weak tag with a weak one.
 */
function makeCodedTagWeak({ headers }: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => ServerResponse;
  response.writeHead = (...given: unknown[]) => {
    const tag = response.getHeader('etag');
    if (typeof tag === 'string' && !tag.startsWith('W/')) {
      const isKnownWeak =
        response.statusCode === 304 && headers['if-none-match']?.includes(`W/${tag}`) === true;
      if (response.hasHeader('content-encoding') || isKnownWeak) response.setHeader('etag', `W/${tag}`);
    }
    return writeHead(...given);
  };
}

/**
 * Answers a request by calling `answer`. Measures and traces it until the response has been sent, and writes
 * its line of the access log.
 */
function watchRequest(
  services: Pick<Services, 'metrics' | 'accessLog' | 'clientAddress' | 'proxyWatch'>,
  message: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const { metrics, accessLog, clientAddress } = services;
  services.proxyWatch.note(message);
  const startedAt = performance.now();
  const { socket } = message;
  const { remoteAddress: socketAddress, bytesWritten: sentBefore } = socket;
  const { span, within } = startSpan('request', { kind: 'server', parent: readTrace(message) });
  const requester = openRequester();
  response.once('close', () => {
    const ms = Math.round(performance.now() - startedAt);
    const method = message.method ?? 'GET';
    const path = (message.url ?? '/').split('?', 1)[0] ?? '/';
    const status = response.headersSent ? response.statusCode : CLIENT_LEFT;
    const known = METHODS.has(method) ? method : 'other';
    const labels = { method: known, route: routeLabel(method, path), status: String(status) };
    metrics.observe('countersign_request_duration_seconds', labels, ms / 1000);
    span.updateName(`${known} ${labels.route}`);
    span.setAttributes({
      'http.request.method': known,
      'http.route': labels.route,
      'http.response.status_code': status,
    });
    if (status >= 500) failSpan(span, String(status));
    span.end();
    const forwarded = message.headers['x-forwarded-for'];
    accessLog({
      requestId: response.getHeader('x-request-id')?.toString() ?? randomUUID(),
      address: clientAddress(
        socketAddress,
        Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? null),
      ),
      ...{ method, path: toLoggablePath(path), status, ms },
      bytes: socket.bytesWritten - sentBefore,
      userAgent: toLoggableAgent(message.headers['user-agent']),
      requester: requester.get(),
      ...getTraceId(span),
    });
  });
  requester.within(() => within(answer));
}

function toLoggableAgent(userAgent: string | undefined): string | null {
  return userAgent === undefined ? null : toPrintable(userAgent).slice(0, AGENT_MAX_CHARS);
}

/** Reads a trace that was begun elsewhere (W3C Trace Context) and that this request continues. */
function readTrace({ headers: { traceparent } }: IncomingMessage): TraceCarrier {
  return typeof traceparent === 'string' ? { traceparent } : {};
}

/**
 * Returns the operation's path, or the table row that a path belongs to. The number of such labels is
 * limited.
 */
function routeLabel(method: string, path: string): string {
  const surface = getSurface(path);
  if (surface.kind !== 'api') return surface.prefix;
  const routes = findRoutes(path);
  const found = routes.find(({ route }) => route.method === method) ?? routes[0];
  return found?.route.path ?? surface.prefix;
}

/**
 * Checks whether a response may be compressed. A foreign page could find out what a person's responses
 * contain: it would make the browser request responses that repeat a guess, again and again, and watch their
 * length (the BREACH attack). So nothing that a foreign page requests with cookies is compressed.
 */
function mayCompress({ headers }: IncomingMessage, response: ServerResponse): boolean {
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && headers.cookie !== undefined;
  const type = response.getHeader('content-type');
  return !isForeign && !isPart(response) && typeof type === 'string' && COMPRESSIBLE.test(type);
}

/**
 * Checks whether a response is a range. The bytes of a range count from the file's start (RFC 9110, section
 * 14.4).
 */
function isPart(response: ServerResponse): boolean {
  return response.hasHeader('content-range');
}

async function answer(
  services: Services,
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<void> {
  try {
    const method = message.method ?? 'GET';
    if (FORBIDDEN_METHODS.has(method)) throw createPathError(getPath(message));
    const request = toRequest(message, response, origin);
    const ipAddress = services.clientAddress(
      message.socket.remoteAddress,
      request.headers.get('x-forwarded-for'),
    );
    await writeResponse(response, await answerApi(services, request, ipAddress), message.method === 'HEAD');
  } catch (error) {
    answerError(services, message, response, error);
  }
  dropRest(message);
}

function createPathError(path: string): Error {
  const methods = listMethods(path);
  return methods.length === 0 ? createRefusal('not_found') : new MethodNotAllowed(methods);
}

/** Answers a request that failed before or after its handler. */
function answerError(
  services: Services,
  message: IncomingMessage,
  response: ServerResponse,
  error: unknown,
): void {
  const requestId = pickRequestId(message.headers['x-request-id']?.toString());
  // No one is waiting for a response, so there is nothing to report. Waves of connections are counted
  // elsewhere.
  if (message.destroyed && !message.complete) return void response.destroy();
  if (toRefusal(error) === null) services.log.error({ err: error, requestId }, 'request failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const allow = error instanceof MethodNotAllowed ? error.allow : undefined;
  const { status, body, headers } = toErrorReply(error, requestId, allow);
  const common = {
    'content-type': 'application/json',
    'x-request-id': requestId,
    'cache-control': 'no-store',
  };
  response.writeHead(status, { ...common, ...headers });
  response.end(JSON.stringify(body));
}

function answerPage(
  { log }: Services,
  pages: Pages | null,
  message: IncomingMessage,
  response: ServerResponse,
): void {
  if (pages === null) return answerPlain(response, 404, 'The pages have not been built.');
  pages(message, response, (error) => {
    if (error !== undefined) log.error({ err: error, path: getPath(message) }, 'page failed');
    if (!response.headersSent)
      answerPlain(response, error === undefined ? 404 : 500, 'Something went wrong.');
  });
}

function answerPlain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

function getPath(message: IncomingMessage): string {
  return (message.url ?? '/').split('?', 1)[0] ?? '/';
}
