import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { admitPage } from '#server/http/pages/page.ts';
import { APP_SYMBOL, type App } from '#server/main/app.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();
const servers: HttpServer[] = [];
const slot = globalThis as Record<symbol, unknown>;
// The built pages, if there are any, find the program through a symbol.
beforeAll(() => {
  const app: Pick<App, 'admit' | 'pageTexts' | 'reportPageError'> = {
    admit: (request) => admitPage(api.services, request),
    pageTexts: () => [],
    reportPageError: (error) => {
      throw error;
    },
  };
  slot[APP_SYMBOL] = app;
});
afterAll(() => {
  delete slot[APP_SYMBOL];
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function listen(origin = 'http://localhost:3000') {
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0, origin };
  const server = await listenHttp({ ...services, config: { ...services.config, http } });
  servers.push(server);
  return server;
}

type Asked = { readonly method?: string; readonly headers?: Record<string, string>; readonly agent?: Agent };

function ask(port: number, path: string, options: Asked = {}) {
  return new Promise<{ answer: IncomingMessage; body: string }>((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', path, ...options });
    asked.on('error', reject).on('response', (answer) => {
      text(answer).then((body) => resolve({ answer, body }), reject);
    });
    asked.end();
  });
}

describe('a method that no Fetch request can have', () => {
  it.each([
    ['/api/v1/ping', 'GET, HEAD, OPTIONS'],
    ['/api/v1/envelopes?limit=1', 'GET, HEAD, OPTIONS, POST'],
    ['/api/auth/login', 'OPTIONS, POST'],
    ['/api/trpc/envelope.list', 'GET, OPTIONS, POST'],
    ['/api/health', 'GET, HEAD, OPTIONS'],
    ['/api/verify', 'GET, HEAD, OPTIONS, POST'],
  ])('is refused at %s like any other that is not answered', async (path, allow) => {
    const { port } = await listen();
    const { answer, body } = await ask(port, path, { method: 'TRACE', headers: { 'x-request-id': 'mine' } });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'x-request-id': 'mine',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.allow?.split(', ').sort()).toEqual(allow.split(', ').sort());
    expect(JSON.parse(body)).toEqual({
      code: 'method_not_allowed',
      message: expect.stringMatching(/./),
      details: { requestId: 'mine' },
    });
  });
});

describe('Strict-Transport-Security', () => {
  it.each(['/api/health', '/api/none', '/favicon.svg'])(
    'is sent on %s if the origin is https',
    async (path) => {
      const { port } = await listen('https://sign.acme.example');
      const { answer } = await ask(port, path);
      expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
    },
  );

  it('is not sent otherwise', async () => {
    const { port } = await listen();
    for (const path of ['/api/health', '/favicon.svg']) {
      const { answer } = await ask(port, path);
      expect(answer.headers['strict-transport-security']).toBeUndefined();
    }
  });
});

describe('every response', () => {
  it.each([
    '/api/health',
    '/api/none',
    '/favicon.svg',
    '/_app/version.json',
    '/login',
    '/oauth/jwks',
    '/robots.txt',
  ])('has its type as stated, and is for our own pages: %s', async (path) => {
    const { port } = await listen();
    const { answer } = await ask(port, path);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const opener = answer.headers['cross-origin-opener-policy'];
    expect(opener).toBe(path.startsWith('/oauth/') ? undefined : 'same-origin');
  });
});

describe('a request', () => {
  const send = (port: number, path: string, fields: readonly string[]) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${[`GET ${path} HTTP/1.1`, ...fields, 'connection: close'].join('\r\n')}\r\n\r\n`);
      });
      text(socket).then((answer) => {
        const [head = '', body = ''] = answer.split('\r\n\r\n');
        resolve({ status: Number(head.split(' ')[1]), body });
      }, reject);
    });

  it.each(['/api/health', '/login', '/favicon.svg', '/oauth/jwks'])('to one host only: %s', async (path) => {
    const { port } = await listen();
    const { status, body } = await send(port, path, [
      'host: localhost',
      'host: evil.test',
      'x-request-id: mine',
    ]);
    expect(status).toBe(400);
    expect(body).toContain('"code":"malformed_request"');
    expect(body).toContain('"requestId":"mine"');
    expect((await send(port, path, ['host: localhost'])).status).not.toBe(400);
  });

  it.each(['idempotency-key: a', 'authorization: Bearer x', 'content-type: application/json'])(
    'does not repeat %s',
    async (field) => {
      const { port } = await listen();
      const { status, body } = await send(port, '/api/v1/ping', ['host: localhost', field, field]);
      expect(status).toBe(400);
      expect(body).toContain(`more than one ${field.split(':')[0]} field`);
    },
  );
});

describe('a server that is asked to stop', () => {
  it('finishes what is running, and ends its connection', async () => {
    const { port, close } = await listen();
    const { apiKey } = await api.tenant();
    const body = JSON.stringify({ originalFilename: 'late.pdf' });
    const agent = new Agent({ keepAlive: true });
    const headers = {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    };
    const upload = request({
      port,
      host: '127.0.0.1',
      path: '/api/v1/envelopes',
      method: 'POST',
      headers,
      agent,
    });
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upload.on('error', reject).on('response', (answer) => resolve(answer.resume()));
    });
    upload.flushHeaders();
    await new Promise((resolve) => upload.on('continue', resolve));
    upload.write(body.slice(0, 5));
    const closed = close();
    upload.end(body.slice(5));
    const answer = await answered;
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
    await closed;
    agent.destroy();
  });

  // The server gives pending requests 20 s. An endless connection must not use them up.
  it('does not go on with a connection that is never idle', { timeout: 10_000 }, async () => {
    const { port, close } = await listen();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let started: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (started = resolve));
    const loop = (async () => {
      for (;;) {
        await ask(port, '/api/health', { agent });
        started();
      }
    })().catch((error: unknown) => (error as { code?: string }).code);
    await busy;
    await close();
    expect(['ECONNREFUSED', 'ECONNRESET']).toContain(await loop);
    agent.destroy();
  });
});
