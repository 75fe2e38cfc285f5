import type { Handle } from '@sveltejs/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { APP_SYMBOL } from '#server/app.ts';
import { handle } from '../../src/hooks.server.ts';

const ORIGIN = 'http://localhost:3000';
type Input = Parameters<Handle>[0];

const slot = globalThis as Record<symbol, unknown>;
afterEach(() => {
  delete slot[APP_SYMBOL];
});

/** Opens a page as SvelteKit does, in a program without sessions. */
async function open(headers: Record<string, string>) {
  slot[APP_SYMBOL] = {
    sessions: { cookieName: 'countersign_session' },
    clientAddress: () => null,
    isOwnRequest: () => true,
    caller: () => ({}),
  };
  const locals: Record<string, unknown> = {};
  const event = {
    request: new Request(`${ORIGIN}/login`, { headers }),
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
