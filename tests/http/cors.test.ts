import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { tokenOf } from '../support/signer.ts';

const WEB = 'https://sign.acme.example';
const api = useApi({ env: { WEB_ORIGIN: WEB } });
const PATH = '/api/signer/envelope';

let token: string;
beforeAll(async () => {
  const { apiKey } = await api.tenant();
  token = await tokenOf(api, await sendDraft(api, apiKey), ALICE.email);
});

const preflight = (origin: string, path = PATH) =>
  api.call('OPTIONS', path, {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });

describe('a preflight of the signer surface', () => {
  it('allows the web app’s origin, without a credential', async () => {
    const answer = await preflight(WEB);
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe(WEB);
    expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST');
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it.each([
    'http://localhost:3000',
    'https://evil.example',
    'null',
    `${WEB}.evil.example`,
    'https://sign.acme.example:444',
  ])('allows %s nothing', async (origin) => {
    const { headers } = await preflight(origin);
    for (const [name] of headers) expect(name).not.toMatch(/^access-control-/);
  });
});

describe('an answer of the signer surface', () => {
  it('may be read by the web app, also when it is an error', async () => {
    for (const key of [token, 'wrong']) {
      const { headers } = await api.call('GET', PATH, { key, headers: { origin: WEB } });
      expect(headers.get('access-control-allow-origin')).toBe(WEB);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('may be read by no other page', async () => {
    const { status, headers } = await api.call('GET', PATH, {
      key: token,
      headers: { origin: 'https://evil.example' },
    });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });
});

describe('every other surface', () => {
  it.each([
    '/api/v1/ping',
    '/api/auth/session',
    '/api/trpc/envelope.list',
    '/api/health',
    '/api/openapi.json',
    '/api/none',
  ])('%s allows no other origin, not even the web app’s', async (path) => {
    for (const answer of [
      await preflight(WEB, path),
      await api.call('GET', path, { headers: { origin: WEB } }),
    ])
      for (const [name] of answer.headers) expect(name).not.toMatch(/^access-control-/);
  });
});
