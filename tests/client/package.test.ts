import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  Countersign,
  CountersignError,
  verifyWebhook,
  WebhookError,
  type ClientOptions,
} from '../../packages/client/src/index.ts';

type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
};
type Reply = () => Response;

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Reply => {
  return () => Response.json(body, { status, headers });
};
const refused = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ code, message: 'Refused.', details: { requestId: 'r-1' } }, status, headers);
const lost: Reply = () => {
  throw new TypeError('fetch failed');
};

/** A client whose requests get these responses in turn. */
function clientWith(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = [];
  const countersign = new Countersign({
    baseUrl: 'https://sign.example.com/',
    key: 'svc_sk_key',
    fetch: async (request) => {
      const { method, url, headers } = request;
      sent.push({ method, url, headers, body: await request.text() });
      const reply = replies[sent.length - 1];
      if (reply === undefined) throw new Error('asked once too often');
      return reply();
    },
    ...options,
  });
  return { countersign, sent };
}

const AT_ONCE = { 'retry-after': '0' };
const GRAPH = { envelope: { id: 'env_1', version: 2 }, participants: [], fields: [] };

describe('calls', () => {
  it('have the key, the path, the query and the body', async () => {
    const { countersign, sent } = clientWith([json(GRAPH), json({ items: [], nextCursor: null })]);
    await countersign.envelopes.send('env/1', { expectedVersion: 2 }, { idempotencyKey: 'send-1' });
    await countersign.envelopes.list({ status: ['draft', 'review'], limit: 5 });
    expect(sent.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', 'https://sign.example.com/api/v1/envelopes/env%2F1/send', '{"expectedVersion":2}'],
      ['GET', 'https://sign.example.com/api/v1/envelopes?status=draft%2Creview&limit=5', ''],
    ]);
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer svc_sk_key');
    expect(sent[0]?.headers.get('idempotency-key')).toBe('send-1');
    expect(sent[1]?.headers.get('idempotency-key')).toBe(null);
  });

  it.each(['', '.', '..'])('refuse %j as an ID', (id) => {
    const { countersign } = clientWith([]);
    expect(() => countersign.envelopes.get(id)).toThrow(TypeError);
  });

  it('need a key', () => {
    expect(() => clientWith([], { key: undefined })).toThrow('key is missing');
  });

  it('throw what the API says', async () => {
    const { countersign } = clientWith([refused(409, 'version_conflict')]);
    const error = await countersign.envelopes
      .send('env_1', { expectedVersion: 1 })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(CountersignError);
    expect(error).toMatchObject({ status: 409, code: 'version_conflict', requestId: 'r-1' });
    expect(String(error)).toMatch(/^CountersignError: 409 version_conflict: .+ \[request r-1\]$/);
  });

  it('name the first problem of a call', async () => {
    const body = {
      code: 'validation_failed',
      message: 'The request is invalid.',
      details: { issues: [{ path: '/eventTypes', message: 'is not a known property' }] },
    };
    const { countersign } = clientWith([() => Response.json(body, { status: 422 })]);
    await expect(countersign.ping()).rejects.toThrow(
      /^422 validation_failed: The request is invalid\. \(\/eventTypes is not a known property\)$/,
    );
  });

  it('throw for an answer that is not of the API', async () => {
    const page: Reply = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: AT_ONCE });
    const { countersign } = clientWith([page], { maxRetries: 0 });
    await expect(countersign.ping()).rejects.toMatchObject({ status: 502, code: 'unavailable' });
  });
});

describe('retries', () => {
  it('repeat a call that may have been lost, with the same Idempotency-Key', async () => {
    const { countersign, sent } = clientWith([
      refused(503, 'unavailable', AT_ONCE),
      refused(429, 'rate_limited', AT_ONCE),
      refused(409, 'idempotency_in_flight', AT_ONCE),
      json(GRAPH),
    ]);
    await countersign.envelopes.send('env_1', { expectedVersion: 1 });
    const keys = new Set(sent.map(({ headers }) => headers.get('idempotency-key')));
    expect([sent.length, keys.size, [...keys][0]?.length]).toEqual([4, 1, 36]);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
  });

  it('repeat a read after a lost connection', async () => {
    const { countersign, sent } = clientWith([lost, json({ pong: true })]);
    expect(await countersign.ping()).toEqual({ pong: true });
    expect(sent).toHaveLength(2);
  });

  it('never repeat what could take effect twice', async () => {
    const { countersign, sent } = clientWith([refused(503, 'unavailable', AT_ONCE), lost]);
    await expect(countersign.labels.create({ name: 'Sales' })).rejects.toMatchObject({ status: 503 });
    await expect(countersign.labels.delete('lbl_1')).rejects.toThrow('fetch failed');
    expect(sent).toHaveLength(2);
  });

  it('end after as many as were asked for, and where the wait would be long', async () => {
    const often = clientWith([lost, lost], { maxRetries: 1 });
    await expect(often.countersign.ping()).rejects.toThrow('fetch failed');
    const long = clientWith([refused(429, 'reminder_window', { 'retry-after': '3000' })]);
    await expect(long.countersign.envelopes.remind('env_1', { expectedVersion: 1 })).rejects.toMatchObject({
      code: 'reminder_window',
    });
    expect([often.sent.length, long.sent.length]).toEqual([2, 1]);
  });

  it('end when the caller gives up', async () => {
    const { countersign, sent } = clientWith([refused(503, 'unavailable', { 'retry-after': '30' })]);
    const stop = new AbortController();
    const call = countersign.envelopes.get('env_1', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 20);
    await expect(call).rejects.toThrow('enough');
    expect(sent).toHaveLength(1);
  });
});

describe('lists', () => {
  const pages = [
    json({ items: [{ id: 'a' }, { id: 'b' }], nextCursor: 'next' }),
    json({ items: [{ id: 'c' }], nextCursor: null }),
  ];

  it('go through all pages with the same filters', async () => {
    const { countersign, sent } = clientWith(pages);
    const ids: string[] = [];
    for await (const { id } of countersign.templates.list({ q: 'nda' })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?q=nda', '?q=nda&cursor=next']);
  });

  it('ask for a page only when it is needed', async () => {
    const { countersign, sent } = clientWith(pages);
    for await (const { id } of countersign.templates.list()) if (id === 'a') break;
    expect(sent).toHaveLength(1);
  });

  it('are their first page when awaited', async () => {
    const { countersign } = clientWith(pages);
    expect((await countersign.templates.list()).nextCursor).toBe('next');
  });

  it('follow what happens from a cursor', async () => {
    const feed = [
      json({ items: [], cursor: '5' }),
      json({ items: [{ action: 'envelope.sent' }], cursor: '6' }),
    ];
    const { countersign, sent } = clientWith(feed);
    for await (const page of countersign.follow('4')) {
      expect(page.cursor).toBe('6');
      break;
    }
    expect(sent.map(({ url }) => new URL(url).searchParams.get('after'))).toEqual(['4', '5']);
  });
});

it('uploads in three steps, and keeps the key from the bucket', async () => {
  const upload = { url: 'https://bucket.example.com/put?signed', method: 'PUT', headers: { 'x-a': '1' } };
  const { countersign, sent } = clientWith([
    json({ ...GRAPH, upload }, 201),
    () => new Response(null),
    json({ envelope: GRAPH, documentReceived: true, detectionRequested: false }),
  ]);
  const graph = await countersign.upload(new Uint8Array([37, 80]), { originalFilename: 'nda.pdf' });
  expect(graph.envelope.version).toBe(2);
  expect(sent.map(({ method, url }) => [method, new URL(url).host])).toEqual([
    ['POST', 'sign.example.com'],
    ['PUT', 'bucket.example.com'],
    ['POST', 'sign.example.com'],
  ]);
  expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer svc_sk_key',
    null,
    'Bearer svc_sk_key',
  ]);
  expect(sent[1]?.headers.get('x-a')).toBe('1');
  expect(sent[1]?.body).toBe('%P');
});

describe('webhooks', () => {
  const secret = `whsec_${btoa('a secret of at least 24 bytes')}`;
  const now = new Date('2027-03-01T09:00:00Z');
  const body = JSON.stringify({ type: 'webhook.test', timestamp: now.toISOString(), data: {} });
  const headersAt = (time: Date) => ({
    'Webhook-Id': 'msg_1',
    'Webhook-Timestamp': String(time.getTime() / 1000),
    'Webhook-Signature': `v1,AAAA v1a,zzz ${new Webhook(secret).sign('msg_1', time, body)}`,
  });

  it('are read after their signature was verified', async () => {
    const headers = headersAt(now);
    expect((await verifyWebhook({ secret, headers, body, now })).type).toBe('webhook.test');
    const bytes = new TextEncoder().encode(body);
    const again = await verifyWebhook({ secret, headers: new Headers(headers), body: bytes, now });
    expect(again.type).toBe('webhook.test');
  });

  it.each([
    ['a changed body', { body: `${body} ` }],
    ['another secret', { secret: `whsec_${btoa('another secret of 24 bytes!')}` }],
    ['an old message', { headers: headersAt(new Date(now.getTime() - 301_000)) }],
    ['a message from the future', { headers: headersAt(new Date(now.getTime() + 301_000)) }],
    ['no headers', { headers: {} }],
    ['a timestamp that is none', { headers: { ...headersAt(now), 'Webhook-Timestamp': 'now' } }],
  ])('refuse %s', async (_name, change) => {
    const options = { secret, headers: headersAt(now), body, now, ...change };
    await expect(verifyWebhook(options)).rejects.toThrow(WebhookError);
  });
});
