import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { useApi } from '../../support/api.ts';

const api = useApi();
let server: HttpServer;
beforeAll(async () => {
  const { services } = api;
  const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
  server = await listenHttp({ ...services, config: { ...services.config, http } });
});
afterAll(() => server.close());

const LONG = '/api/openapi.json';
const SHORT = '/api/v1/ping';

function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
    const asked = request({ port: server.port, host: '127.0.0.1', path, method, headers });
    asked.on('error', reject).on('response', (answer) => {
      buffer(answer).then((body) => resolve({ answer, body }), reject);
    });
    asked.end();
  });
}

describe('a long answer', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent as %s if asked with Accept-Encoding: %s', async (encoding, accepted, decompress) => {
    const plain = await get(LONG);
    const { answer, body } = await get(LONG, { 'accept-encoding': accepted });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
    expect(answer.headers).not.toHaveProperty('content-length');
    expect(decompress(body).equals(plain.body)).toBe(true);
    expect(body.length).toBeLessThan(plain.body.length / 5);
  });

  it.each([undefined, 'identity', 'br;q=0, gzip;q=0', 'zstd'])(
    'is sent as it is if asked with Accept-Encoding: %s',
    async (accepted) => {
      const { answer, body } = await get(LONG, accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(answer.headers).not.toHaveProperty('content-encoding');
      expect(answer.headers).toMatchObject({
        'content-length': String(body.length),
        vary: 'Accept-Encoding',
      });
      expect(JSON.parse(body.toString())).toHaveProperty('openapi');
    },
  );

  it('has a weak entity tag once it is compressed, by which it is found unchanged', async () => {
    const plain = (await get(LONG)).answer.headers.etag;
    expect(plain).toMatch(/^"[\w-]{22}"$/);
    for (const accepted of ['br', 'gzip']) {
      const coded = (await get(LONG, { 'accept-encoding': accepted })).answer.headers.etag;
      expect(coded).toBe(`W/${plain}`);
      const again = await get(LONG, { 'accept-encoding': accepted, 'if-none-match': `W/${plain}` });
      expect([again.answer.statusCode, again.answer.headers.etag]).toEqual([304, `W/${plain}`]);
    }
    const unchanged = await get(LONG, { 'if-none-match': plain ?? '' });
    expect([unchanged.answer.statusCode, unchanged.answer.headers.etag]).toEqual([304, plain]);
  });

  it('of the documentation is found unchanged by its weak tag', async () => {
    const { answer } = await get('/api/docs', { 'accept-encoding': 'br' });
    const tag = answer.headers.etag ?? '';
    expect(tag).toMatch(/^W\//);
    const again = await get('/api/docs', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect(again.answer.statusCode).toBe(304);
  });

  it('is not compressed for a foreign page that asks with cookies', async () => {
    const asked = { 'accept-encoding': 'br', 'sec-fetch-site': 'cross-site' };
    const withCookie = await get(LONG, { ...asked, cookie: 'session=anything' });
    expect(withCookie.answer.headers).not.toHaveProperty('content-encoding');
    const without = await get(LONG, asked);
    expect(without.answer.headers['content-encoding']).toBe('br');
  });

  it('is streamed without a warning of too many listeners', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on('warning', warned);
    const { answer } = await get('/api/docs', { 'accept-encoding': 'br' });
    await new Promise(setImmediate);
    process.off('warning', warned);
    expect(answer.statusCode).toBe(200);
    expect(warnings).toEqual([]);
  });

  it('has no body when only its header is asked for', async () => {
    const { answer, body } = await get(LONG, { 'accept-encoding': 'br' }, 'HEAD');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(body.length).toBe(0);
  });
});

describe('a short answer', () => {
  it('is sent as it is, with its length', async () => {
    const { answer, body } = await get(SHORT, { 'accept-encoding': 'br, gzip' });
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['content-length']).toBe(String(body.length));
  });
});
