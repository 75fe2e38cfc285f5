import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { listenHttp } from '#server/http/node/listen.ts';
import { runInSpan } from '#server/tracing/span.ts';
import { useApi } from '../support/api.ts';
import { ALICE, createDraft } from '../support/envelopes.ts';

type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
};

const spans: Span[] = [];
/** A collector that keeps the spans of each OTLP request (opentelemetry-proto, ExportTraceServiceRequest). */
const collector = createServer((request, response) => {
  void json(request).then((body) => {
    const { resourceSpans } = body as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.setHeader('content-type', 'application/json').end('{}');
  });
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
afterAll(() => collector.close());

// While a program sends traces, everything in the process is traced.
const api = useApi({ work: true, alone: true, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
const TRACE = '0af7651916cd43dd8448eb211c80319c';

const ancestors = (of: Span): string[] => {
  const above = spans.find(({ spanId }) => spanId === of.parentSpanId);
  return above === undefined ? [] : [above.name, ...ancestors(above)];
};
const attributesOf = ({ attributes }: Span) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

describe('traces', () => {
  it('lead from a request over its job to the email, and name nobody', async () => {
    const tenant = await api.tenant();
    const { envelope } = (await createDraft(api, tenant.apiKey)).json;
    const { services } = api;
    const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
    const server = await listenHttp({ ...services, config: { ...services.config, http } });
    const answer = await fetch(`http://127.0.0.1:${server.port}/api/v1/envelopes/${envelope.id}/send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${tenant.apiKey}`,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify({ expectedVersion: envelope.version }),
    });
    expect(answer.status).toBe(200);
    await server.close();

    const mail = await api.until('the span of the email', async () =>
      spans.find(({ name, traceId }) => name === 'send email' && traceId === TRACE),
    );
    const request = await api.until('the span of the request', async () =>
      spans.find(({ name }) => name === 'POST /api/v1/envelopes/{id}/send'),
    );
    const above = await api.until('the spans between', async () => {
      const names = ancestors(mail);
      return names.includes(request.name) ? names : null;
    });
    expect(above[0]).toBe('job svc/envelope.sent');
    expect(request.traceId).toBe(TRACE);
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/v1/envelopes/{id}/send',
      'http.response.status_code': 200,
    });
    const told = JSON.stringify(spans);
    for (const secret of [tenant.apiKey, tenant.organizationId, envelope.id, ALICE.name, '@', 'Agreement'])
      expect(told).not.toContain(secret);
  });

  it('tell the type of an error, never its message', async () => {
    const failing = runInSpan('failing', {}, () => Promise.reject(new RangeError('erin@example.com')));
    await expect(failing).rejects.toThrow('erin@example.com');
    const span = await api.until('the span that failed', async () =>
      spans.find(({ name }) => name === 'failing'),
    );
    expect(span.status.code).toBe(2);
    expect(attributesOf(span)).toEqual({ 'error.type': 'RangeError' });
    expect(JSON.stringify(span)).not.toContain('erin');
  });
});
