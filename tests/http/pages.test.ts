import type { Handle } from '@sveltejs/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { APP_SYMBOL } from '#server/app/app.ts';
import { handle } from '../../src/hooks.server.ts';

const ORIGIN = 'http://localhost:3000';
type Input = Parameters<Handle>[0];

const slot = globalThis as Record<symbol, unknown>;
afterEach(() => {
  delete slot[APP_SYMBOL];
});

/** Opens a page as SvelteKit does, in a program without sessions. */
async function open(
  headers: Record<string, string>,
  method = 'GET',
  path = '/login',
  refusedFor: number | null = null,
) {
  slot[APP_SYMBOL] = {
    sessions: { cookieName: 'countersign_session' },
    clientAddress: () => null,
    isOwnRequest: () => true,
    refusedFor: () => Promise.resolve(refusedFor),
    caller: () => ({}),
  };
  const locals: Record<string, unknown> = {};
  const event = {
    request: new Request(`${ORIGIN}${path}`, { method, headers }),
    url: new URL(path, ORIGIN),
    cookies: { get: () => undefined },
    getClientAddress: () => '192.0.2.7',
    locals,
  };
  const resolve = () => Promise.resolve(new Response('page'));
  const response = await handle({ event, resolve } as unknown as Input);
  return { response, locals };
}

describe('the X-Request-Id of a page', () => {
  it('is the caller’s own, where that is a plain name', async () => {
    const { response, locals } = await open({ 'x-request-id': 'trace-4711.a' });
    expect(response.headers.get('x-request-id')).toBe('trace-4711.a');
    expect(locals['requestId']).toBe('trace-4711.a');
  });

  it.each([{}, { 'x-request-id': 'a b' }, { 'x-request-id': '<b>' }, { 'x-request-id': 'x'.repeat(101) }])(
    'is new for %j',
    async (headers) => {
      const { response } = await open(headers as Record<string, string>);
      expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );
});

it('whoever asks too often is told when to ask again, and no page is made', async () => {
  const { response, locals } = await open({}, 'GET', '/login', 42);
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '42']);
  expect(await response.text()).not.toBe('page');
  expect(locals).toEqual({});
});

describe('the body of a page’s request', () => {
  const MAX = LIMITS.jsonBodyMaxBytes;
  const UPLOAD = '/envelopes/env_1/document';

  it.each([
    ['POST', '/login', { 'content-length': String(MAX + 1) }, 413],
    ['POST', UPLOAD, { 'content-length': String(MAX + 1) }, 413],
    ['PUT', '/envelopes/env_1', { 'content-length': String(MAX + 1) }, 413],
    ['PUT', `${UPLOAD}/more`, { 'content-length': String(MAX + 1) }, 413],
    ['POST', '/login', { 'transfer-encoding': 'chunked' }, 411],
  ])('is refused for %s %s with %j', async (method, path, headers, status) => {
    await expect(open(headers as Record<string, string>, method, path)).rejects.toMatchObject({ status });
  });

  it.each([
    ['POST', '/login', { 'content-length': String(MAX) }],
    ['PUT', UPLOAD, { 'content-length': String(50 * MAX) }],
    ['PUT', UPLOAD, { 'transfer-encoding': 'chunked' }],
  ])('is taken for %s %s with %j', async (method, path, headers) => {
    const { response } = await open(headers as Record<string, string>, method, path);
    expect(response.status).toBe(200);
  });
});
