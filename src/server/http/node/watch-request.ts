import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { toLoggablePath } from '#server/surface/loggable-path.ts';
import { getSurface } from '#server/surface/table.ts';
import { findRoutes } from '#server/http/rest/routes.ts';
import { failSpan, startSpan, type TraceCarrier } from '#server/tracing/span.ts';
import type { Services } from '#server/runtime/services.ts';

/** The status that is logged when the client left before getting a response. */
const CLIENT_LEFT = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Answers a request by calling `answer`. Measures and traces it until the response has been sent, and writes
 * its line of the access log.
 */
export function watchRequest(
  services: Pick<Services, 'metrics' | 'accessLog' | 'clientAddress'>,
  message: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const { metrics, accessLog, clientAddress } = services;
  const startedAt = performance.now();
  const socketAddress = message.socket.remoteAddress;
  const { span, within } = startSpan('request', { kind: 'server', parent: readTrace(message) });
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
    });
  });
  within(answer);
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
