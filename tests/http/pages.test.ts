import { readFileSync } from 'node:fs';
import type { Handle } from '@sveltejs/kit';
import { afterEach, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { APP_SYMBOL, type App } from '#server/main/app.ts';
import { admitPage } from '#server/http/pages/page.ts';
import { useApi } from '../support/api.ts';
import { APP, registerOrigins, requestSession, RETURN_URL, sentForSession } from '../support/sessions.ts';
import { ORIGIN, sessionOf } from '../support/session.ts';
import { handle } from '../../src/hooks.server.ts';

type Input = Parameters<Handle>[0];

const api = useApi();
const slot = globalThis as Record<symbol, unknown>;
afterEach(() => {
  delete slot[APP_SYMBOL];
});

/** The policy that pages are built with, where the table can change it. */
const POLICY = "default-src 'self'; frame-ancestors 'none'; form-action 'self'";

/** Opens a page the way SvelteKit does. */
async function open(path: string, method = 'GET', given: Record<string, string> = {}) {
  const app: Pick<App, 'admit' | 'pageTexts'> = {
    admit: (request) => admitPage(api.services, request),
    pageTexts: () => [],
  };
  slot[APP_SYMBOL] = app;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const headers = { ...(isWrite ? { origin: ORIGIN } : {}), ...given };
  const locals: Partial<globalThis.App.Locals> = {};
  const event = {
    request: new Request(`${ORIGIN}${path}`, { method, headers }),
    url: new URL(path, ORIGIN),
    cookies: { get: () => undefined },
    getClientAddress: () => '192.0.2.7',
    locals,
  };
  const resolve = () =>
    Promise.resolve(new Response('page', { headers: { 'content-security-policy': POLICY } }));
  const response = await handle({ event, resolve } as unknown as Input);
  return { response, locals, headers: response.headers };
}

describe('the X-Request-Id of a page', () => {
  it('is the caller’s own if that is a plain name', async () => {
    const { headers, locals } = await open('/login', 'GET', { 'x-request-id': 'trace-4711.a' });
    expect(headers.get('x-request-id')).toBe('trace-4711.a');
    expect(locals.requestId).toBe('trace-4711.a');
  });

  it.each([{}, { 'x-request-id': 'a b' }, { 'x-request-id': '<b>' }, { 'x-request-id': 'x'.repeat(101) }])(
    'is new for %j',
    async (given) => {
      const { headers } = await open('/login', 'GET', given as Record<string, string>);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    },
  );
});

describe('the frame of a session’s page', () => {
  it('is allowed for exactly the origin of its session, as long as that is registered', async () => {
    const sent = await sentForSession(api);
    const request = async (body: object) =>
      new URL((await requestSession(api, sent, { returnUrl: RETURN_URL, ...body })).json.url).pathname;
    const policyOf = async (path: string) => {
      const { headers, locals } = await open(path);
      const policy = headers.get('content-security-policy');
      return [
        policy?.match(/frame-ancestors [^;]*/)?.[0],
        headers.get('x-frame-options'),
        locals.frameOrigin,
      ];
    };
    const forbidden = ["frame-ancestors 'none'", 'DENY', null];
    expect(await policyOf(await request({}))).toEqual(forbidden);
    const framed = await request({ frameOrigin: APP });
    expect(await policyOf(framed)).toEqual([`frame-ancestors ${APP}`, null, APP]);
    expect(await policyOf(`${framed}/x`)).toEqual(forbidden);
    await registerOrigins(api, sent.key, ['https://other.example.com']);
    expect(await policyOf(framed)).toEqual(forbidden);
  });
});

describe('the header fields of a page', () => {
  it.each([
    ['/login', 'DENY', 'same-origin', 'no-store'],
    ['/login?invitation', 'DENY', 'same-origin', 'no-store'],
    ['/open/reset', 'DENY', 'same-origin', 'no-store'],
    ['/reset', 'DENY', 'same-origin', 'no-store'],
    ['/signup/confirm?token=x', 'DENY', 'no-referrer', 'no-store'],
    ['/reset?token=x', 'DENY', 'no-referrer', 'no-store'],
    ['/verify', 'DENY', 'same-origin', null],
    ['/confirm?token=x', 'DENY', 'no-referrer', 'no-store'],
    ['/invitation?token=x', 'DENY', 'no-referrer', 'no-store'],
    ['/sign', 'DENY', 'no-referrer', 'no-store'],
    ['/sign/session/ses_unknown', 'DENY', 'no-referrer', 'no-store'],
    ['/oauth/consent/x', 'DENY', 'same-origin', 'no-store'],
    ['/envelopes', 'DENY', 'same-origin', 'no-store'],
    ['/envelopes/env_x/preview', 'SAMEORIGIN', 'same-origin', 'no-store'],
    ['/settings/members', 'DENY', 'same-origin', 'no-store'],
    ['/no/such/page', 'DENY', 'same-origin', null],
  ])('of %s come from the table', async (path, frames, referrer, cache) => {
    const { organizationId } = await api.tenant();
    const { headers } = await open(path, 'GET', { cookie: await sessionOf(api, organizationId) });
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe(frames);
    expect(headers.get('referrer-policy')).toBe(referrer);
    expect(headers.get('cache-control')).toBe(cache);
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });

  it.each([
    ['/envelopes', 'same-origin'],
    ['/sign', 'same-origin'],
    ['/login', 'same-origin'],
    // An agent may have opened these as a popup, and the last one can be framed.
    ['/login?next=/oauth/consent/x', null],
    ['/oauth/consent/x', null],
    ['/sign/session/ses_unknown', null],
  ])('keep windows of other sites away from %s: %s', async (path, policy) => {
    const { organizationId } = await api.tenant();
    const { headers } = await open(path, 'GET', { cookie: await sessionOf(api, organizationId) });
    expect(headers.get('cross-origin-opener-policy')).toBe(policy);
  });

  it('let a page of ours frame the preview, and the consent page lead to the app', async () => {
    const { organizationId } = await api.tenant();
    const cookie = await sessionOf(api, organizationId);
    const policyOf = async (path: string) =>
      (await open(path, 'GET', { cookie })).headers.get('content-security-policy');
    expect(await policyOf('/envelopes')).toBe(POLICY);
    expect(await policyOf('/envelopes/env_x/preview')).toContain("frame-ancestors 'self'");
    expect(await policyOf('/oauth/consent/x')).not.toContain('form-action');
  });
});

describe('a page of the dashboard', () => {
  it.each([
    ['/envelopes?q=a', '/envelopes?q=a'],
    ['/settings/profile', '/settings/profile'],
    ['/envelopes/env_x/preview', '/envelopes/env_x/preview'],
    ['/envelopes/env_x/document?download', '/envelopes/env_x'],
    ['/envelopes/env_x/evidence', '/envelopes/env_x'],
    ['/envelopes/env_x/attachment?file=att_x', '/envelopes/env_x'],
    ['/envelopes/download?id=env_x', '/envelopes'],
    ['/templates/tpl_x/sample', '/templates/tpl_x'],
    ['/oauth/consent/x', '/oauth/consent/x'],
  ])('%s asks a visitor to sign in first', async (path, next) => {
    await expect(open(path)).rejects.toMatchObject({
      status: 303,
      location: `/login?next=${encodeURIComponent(next)}`,
    });
  });

  it.each([
    [`/envelopes?q=${'"'.repeat(2000)}`, `/login?next=${encodeURIComponent('/envelopes')}`],
    [`/envelopes/${'a'.repeat(4000)}`, '/login'],
  ])('asks a visitor to sign in first, without an address that is too long', async (path, location) => {
    await expect(open(path)).rejects.toMatchObject({ status: 303, location });
  });

  it('is opened for the person who is signed in', async () => {
    const { organizationId } = await api.tenant();
    const { locals } = await open('/envelopes', 'GET', { cookie: await sessionOf(api, organizationId) });
    expect(locals.session?.organization.id).toBe(organizationId);
    expect((await locals.caller?.auth.getSession({}))?.organization.id).toBe(organizationId);
  });

  it('leaves it to the operation to refuse a form whose session has ended, so that nothing typed is lost', async () => {
    const { locals } = await open('/settings/teams', 'POST', { 'x-sveltekit-action': 'true' });
    await expect(locals.caller?.team.create({ name: 'x' })).rejects.toMatchObject({
      cause: { code: 'unauthorized' },
    });
  });
});

describe('a page that is refused', () => {
  it.each([
    ['/login', { origin: 'https://evil.example' }],
    ['/login', { origin: 'null' }],
    ['/envelopes/env_x/document', { origin: 'https://evil.example' }],
  ])('says so without being rendered: POST %s with %j', async (path, given) => {
    const { response, headers, locals } = await open(path, 'POST', given);
    expect(response.status).toBe(403);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(await response.text()).not.toBe('page');
    expect(locals).toEqual({});
  });
});

describe('the body of a page’s request', () => {
  const MAX = LIMITS.jsonBodyMaxBytes;
  const UPLOAD = '/envelopes/env_1/document';

  it.each([
    ['POST', '/login', { 'content-length': String(MAX + 1) }, 413],
    ['POST', UPLOAD, { 'content-length': String(MAX + 1) }, 413],
    ['PUT', '/envelopes/env_1', { 'content-length': String(MAX + 1) }, 413],
    ['POST', '/login', { 'transfer-encoding': 'chunked' }, 411],
  ])('is refused for %s %s with %j', async (method, path, given, status) => {
    const { response } = await open(path, method, given as Record<string, string>);
    expect(response.status).toBe(status);
  });

  it.each([
    ['PUT', UPLOAD, { 'content-length': String(50 * MAX) }],
    ['PUT', UPLOAD, { 'transfer-encoding': 'chunked' }],
  ])('is taken for %s %s with %j', async (method, path, given) => {
    const { response } = await open(path, method, given as Record<string, string>);
    expect(response.status).toBe(200);
  });
});

it('says when to ask again, after too many requests of one address', async () => {
  const isRefused = () =>
    api.services.rates.visitor.take('192.0.2.7').then(
      () => false,
      () => true,
    );
  while (!(await isRefused()));
  const { response, headers } = await open('/login');
  expect(response.status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

it('leaves every decision to the table: the hooks name no header field, status or limit', () => {
  const hooks = readFileSync(new URL('../../src/hooks.server.ts', import.meta.url), 'utf8');
  expect(hooks).not.toMatch(/headers|set-cookie|LIMITS|ERRORS|status: |error\(|x-[a-z]+-/);
});
