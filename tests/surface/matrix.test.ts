import { readdirSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRows, SURFACES, getSurface } from '#server/surface/table.ts';
import { agentOf } from '../support/agent.ts';
import { useApi } from '../support/api.ts';
import { ALICE, sendDraft } from '../support/envelopes.ts';
import { draftForEditing, editedPage } from '../support/editing.ts';
import { ORIGIN, refusalIn, sessionOf } from '../support/session.ts';
import { tokenOf } from '../support/signer.ts';

const api = useApi();

const CREDENTIALS = [
  'none',
  'API key as bearer',
  'API key in x-api-key',
  'signer token as bearer',
  'signer token in the query',
  'signer token in x-api-key',
  'editing token as bearer',
  'editing token in the query',
  'session cookie',
  'session token as bearer',
  'access token as bearer',
  'access token in x-api-key',
] as const;
type Credential = (typeof CREDENTIALS)[number];

/** What each surface accepts. Anything else gets the same response as a request without credentials. */
const ADMITTED: Record<string, readonly Credential[]> = {
  '/api/v1/ping': ['API key as bearer', 'API key in x-api-key', 'access token as bearer'],
  '/api/v1/envelopes': ['API key as bearer', 'API key in x-api-key', 'access token as bearer'],
  '/api/v1/nothing': [],
  '/api/signer/invitation': ['signer token as bearer', 'signer token in the query'],
  '/api/signer/envelope': ['signer token as bearer', 'signer token in the query'],
  '/api/signer/document': ['signer token as bearer', 'signer token in the query'],
  '/api/editing/envelope': ['editing token as bearer'],
  '/api/editing/document': ['editing token as bearer'],
  '/api/auth/session': ['session cookie'],
  '/api/trpc/envelope.list?input={}': ['session cookie'],
  '/api/trpc/apiKey.list?input={}': ['session cookie'],
  '/scim/v2/Users': [],
  '/mcp': [],
  '/api/documents/eyJ2IjoxfQ.x': [],
  '/api/uploads/eyJ2IjoxfQ.x': [],
  '/.well-known/oauth-protected-resource': CREDENTIALS,
  '/api/health': CREDENTIALS,
  '/api/openapi.json': CREDENTIALS,
  '/api/openapi-3.0.json': CREDENTIALS,
  '/api/packages': CREDENTIALS,
  '/api/docs': CREDENTIALS,
  '/llms.txt': CREDENTIALS,
  '/api/verify': CREDENTIALS,
  '/log/vkey': CREDENTIALS,
};
/** Known only to those who are let in. For them, it doesn't exist. */
const NOWHERE: Record<string, readonly Credential[]> = {
  '/api/v1/nothing': ['API key as bearer', 'API key in x-api-key', 'access token as bearer'],
};
/** Known only to those who are let in, and not available with this method. */
const NOT_READ: Record<string, readonly Credential[]> = { '/mcp': ['access token as bearer'] };

function statusOf(path: string, credential: Credential): number {
  if (ADMITTED[path]?.includes(credential) === true) return 200;
  if (NOT_READ[path]?.includes(credential) === true) return 405;
  return NOWHERE[path]?.includes(credential) === true ? 404 : 401;
}

let headersOf: Record<Credential, Record<string, string>>;
let token: string;
let editing: string;

beforeAll(async () => {
  const { apiKey, organizationId } = await api.tenant();
  const sent = await sendDraft(api, apiKey);
  token = await tokenOf(api, sent, ALICE.email);
  editing = await editedPage(api, await draftForEditing(api, { apiKey }));
  const cookie = await sessionOf(api, organizationId);
  const agent = await agentOf(api, organizationId);
  headersOf = {
    none: {},
    'API key as bearer': { authorization: `Bearer ${apiKey}` },
    'API key in x-api-key': { 'x-api-key': apiKey },
    'signer token as bearer': { authorization: `Bearer ${token}` },
    'signer token in the query': {},
    'signer token in x-api-key': { 'x-api-key': token },
    'editing token as bearer': { authorization: `Bearer ${editing}` },
    'editing token in the query': {},
    'session cookie': { cookie },
    'session token as bearer': { authorization: `Bearer ${cookie.split('=')[1] ?? ''}` },
    'access token as bearer': { authorization: `Bearer ${agent.token}` },
    'access token in x-api-key': { 'x-api-key': agent.token },
  };
});

const at = (path: string, credential: Credential) =>
  credential.endsWith('in the query')
    ? `${path}${path.includes('?') ? '&' : '?'}token=${credential.startsWith('editing') ? editing : token}`
    : path;

for (const path of Object.keys(ADMITTED)) {
  describe(path.split('?')[0] ?? path, () => {
    for (const credential of CREDENTIALS) {
      const expected = statusOf(path, credential);
      it(`answers ${expected} to ${credential}`, async () => {
        const answer = await api.call('GET', at(path, credential), { headers: headersOf[credential] });
        expect(answer.status).toBe(expected);
        if (expected === 401 && !/^\/(?:api\/trpc|scim)/.test(path))
          expect(answer.json.code).toBe('unauthorized');
      });
    }
  });
}

describe('below /api', () => {
  it.each([
    '/api',
    '/api/',
    '/api/v2/ping',
    '/api/v1x/ping',
    '/api/signers',
    '/api/healthy',
    '/api/openapi.yaml',
    '/api/auth',
  ])('%s is not found for any credential', async (path) => {
    for (const credential of CREDENTIALS) {
      const answer = await api.call('GET', at(path, credential), { headers: headersOf[credential] });
      expect([path, credential, answer.status]).toEqual([path, credential, 404]);
      expect(answer.json).toMatchObject({ code: 'not_found', details: { requestId: expect.any(String) } });
    }
  });
});

describe('writes with a cookie as the credential', () => {
  const CALLS = [
    ['/api/trpc/apiKey.create', { name: 'x' }],
    ['/api/auth/logout', undefined],
  ] as const;

  it.each(CALLS)('to %s come from our own origin only', async (path, body) => {
    const cookie = headersOf['session cookie']['cookie'] ?? '';
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${ORIGIN}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ]) {
      const answer = await api.call('POST', path, {
        headers: { cookie, ...headers } as Record<string, string>,
        body,
      });
      expect(answer.status).toBe(403);
      expect((refusalIn(answer) ?? answer.json).code).toBe('forbidden');
    }
    const own = await api.call('POST', path, { headers: { cookie, origin: ORIGIN }, body });
    expect(own.status).toBeLessThan(300);
  });

  it('do not matter with a key or a token', async () => {
    const headers = { ...headersOf['signer token as bearer'], origin: 'https://evil.example' };
    const answer = await api.call('POST', '/api/signer/consent', { headers, body: { accepted: true } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('the table of surfaces', () => {
  it('matches each path by its row with the most segments', () => {
    for (const { prefix } of SURFACES) {
      const path = prefix.replaceAll('*', 'anything');
      expect(getSurface(path).prefix).toBe(prefix);
      if (prefix !== '/') expect(getSurface(`${path}/below`).prefix).toBe(prefix);
    }
    expect(getSurface('/apis').prefix).toBe('/');
    expect(getSurface('/envelopes/env_x/documents').prefix).toBe('/envelopes');
    expect(getSurface('//evil.example').prefix).toBe('/');
  });

  it('has exactly one row for each page, and it is not that of unknown paths', () => {
    const wrong = pagePaths().flatMap((path) => {
      const [first, second] = findRows(path);
      const isOne = first !== undefined && first.segments !== second?.segments;
      const isNamed = path === '/' || first?.surface.prefix !== '/';
      return isOne && isNamed && first.surface.kind === 'page' ? [] : [path];
    });
    expect(wrong).toEqual([]);
    expect(pagePaths()).toContain('/envelopes/x/preview');
  });
});

/** The path of each page and its endpoints, with a value for each parameter. */
function pagePaths(): string[] {
  const routes = fileURLToPath(new URL('../../src/routes', import.meta.url));
  return readdirSync(routes, { recursive: true, withFileTypes: true })
    .filter(({ name }) => /^\+(page|server|page\.server)\.(svelte|ts)$/.test(name))
    .map(({ parentPath }) =>
      relative(routes, parentPath)
        .split(sep)
        .filter((segment) => !/^(\(.*\))?$/.test(segment))
        .map((segment) => `/${segment.replace(/^\[.*\]$/, 'x')}`)
        .join(''),
    )
    .map((path) => (path === '' ? '/' : path));
}
