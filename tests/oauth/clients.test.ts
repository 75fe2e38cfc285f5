import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { readOAuthClient, touchOAuthClient } from '#server/db/oauth/oauth-clients.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { openAuthorizationServer } from '#server/oauth/authorization-server.ts';
import { maintainAuthorization } from '#server/oauth/maintain.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import type { Session } from '#server/surface/principal.ts';
import type { Services } from '#server/runtime/services.ts';
import { useApi, type TestApi } from '../support/api.ts';
import { allow, oauthClient, personOf, pkce, REDIRECT, request } from '../support/oauth-client.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const api = useApi({ env: { RATE_LIMIT_REGISTRATION: '60' } });
const HOST = 'agent.example';
const KEY = { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' };

let person: Session;
let services: Services;
let server: HttpServer;
let site: Receiver;
/** What the client's site returns for a path. */
const documents = new Map<string, (body: (document: unknown) => void) => void>();
const refusedPaths = new Map<string, number>();

const listening = {
  get origin() {
    return `http://127.0.0.1:${server.port}`;
  },
};

beforeAll(async () => {
  api.clock.now = new Date();
  const { organizationId } = await api.tenant();
  person = await personOf(api, { id: organizationId, name: 'Acme GmbH' });
  const tls = certificateFor(HOST);
  site = await startReceiver(
    ({ path }, _request, response) => {
      const status = refusedPaths.get(path) ?? 200;
      response.writeHead(status, {
        'content-type': 'application/json',
        location: 'https://agent.example/ok.json',
      });
      const document = documents.get(path);
      if (document === undefined) response.end('{}');
      else document((body) => response.end(typeof body === 'string' ? body : JSON.stringify(body)));
    },
    { tls },
  );
  // The name resolves to this machine, which is allowed as in development. All other names resolve to
  // forbidden addresses.
  const outbound = openOutbound(
    { networks: [{ address: '127.0.0.1', prefix: 32, family: 'ipv4' }] },
    {
      trustedCa: tls.cert,
      resolve: (host) =>
        Promise.resolve([{ address: host === HOST ? '127.0.0.1' : (INSIDE[host] ?? '10.0.0.1'), family: 4 }]),
    },
  );
  const http = { ...api.services.config.http, host: '127.0.0.1', port: 0 };
  const config = { ...api.services.config, http };
  services = {
    ...api.services,
    config,
    outbound,
    authorization: openAuthorizationServer({ ...api.services, outbound }),
  };
  server = await listenHttp(services);
});
afterAll(async () => {
  await server?.close();
  await site?.close();
});

/** Names of strangers that resolve to internal addresses. */
const INSIDE: Readonly<Record<string, string>> = {
  'metadata.example': '169.254.169.254',
  'private.example': '192.168.1.1',
  'loop.example': '127.0.0.2',
  'zero.example': '0.0.0.0',
};

const register = (metadata: unknown) => oauthClient(listening).register(metadata);
const ask = (clientId: string, extra: Record<string, string> = {}) => {
  const client = oauthClient(listening);
  const { verifier, challenge } = pkce();
  return client
    .authorize({ ...request(clientId, challenge), ...extra })
    .then((asked) => ({ ...asked, client, verifier }));
};

describe('registration', () => {
  it('keeps known metadata and replaces what the client may not choose', async () => {
    const answer = await register({
      client_name: 'Agent \u202eevil',
      redirect_uris: [REDIRECT],
      application_type: 'web',
      grant_types: [
        'authorization_code',
        'client_credentials',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      response_types: ['code', 'token'],
      scope: 'everything',
      logo_uri: 'javascript:alert(1)',
      client_id: 'mine',
      client_secret: 'mine',
      software_statement: 'x',
    });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    expect(answer.json.client_id).not.toBe('mine');
    for (const name of ['client_secret', 'logo_uri', 'registration_access_token'])
      expect(answer.json[name]).toBeUndefined();
    const { id } = await ask(answer.json.client_id);
    expect((await services.authorization.request(id ?? ''))?.clientName).toBe('Agent evil');
  });

  it.each([
    ['a loopback address', 'http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback'],
    ['a loopback address with a port', 'http://127.0.0.1:3334/oauth', 'http://127.0.0.1:61000/oauth'],
    ['localhost', 'http://localhost/callback', 'http://localhost:8976/callback'],
    ['a loopback address of IPv6', 'http://[::1]/callback', 'http://[::1]:5000/callback'],
    ['the scheme of an app', 'cursor://anysphere.cursor-retrieval/oauth/callback', undefined],
    ['the scheme of an app by its domain', 'com.example.app:/oauth', undefined],
    ['a site', 'https://claude.ai/api/mcp/auth_callback', undefined],
  ])('accepts %s as a redirect URI', async (_what, registered, used = registered) => {
    const answer = await register({ redirect_uris: [registered] });
    expect(answer.status).toBe(201);
    const { id, client, verifier } = await ask(answer.json.client_id, { redirect_uri: used });
    const location = await client.proceed(await allow({ services } as TestApi, id ?? '', person));
    expect(location.href.startsWith(used)).toBe(true);
    const tokens = await client.exchange({
      grant_type: 'authorization_code',
      client_id: answer.json.client_id,
      code: location.searchParams.get('code') ?? '',
      redirect_uri: used,
      code_verifier: verifier,
    });
    expect(tokens.status).toBe(200);
  });

  it.each([
    ['another path on loopback', 'http://127.0.0.1/callback', 'http://127.0.0.1:4000/other'],
    ['another loopback name', 'http://127.0.0.1/callback', 'http://localhost:4000/callback'],
    ['another port of a site', 'https://client.example/callback', 'https://client.example:8443/callback'],
  ])('rejects %s as a redirect URI', async (_what, registered, used) => {
    const { json } = await register({ redirect_uris: [registered] });
    expect((await ask(json.client_id, { redirect_uri: used })).id).toBeNull();
  });

  it.each([
    ['no redirect', { client_name: 'x' }],
    ['an empty list', { redirect_uris: [] }],
    ['plain http', { redirect_uris: ['http://client.example/callback'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['data', { redirect_uris: ['data:text/html,x'] }],
    ['a file', { redirect_uris: ['file:///etc/passwd'] }],
    ['a short scheme that nobody owns', { redirect_uris: ['myapp://callback'] }],
    ['a scheme of the system', { redirect_uris: ['ms-msdt:/id'] }],
    ['a search of the system', { redirect_uris: ['search-ms:query'] }],
    ['an intent', { redirect_uris: ['intent://x#Intent;end'] }],
    ['a fragment', { redirect_uris: ['https://client.example/#x'] }],
    ['credentials', { redirect_uris: ['https://user:pass@client.example/'] }],
    ['no URL', { redirect_uris: ['callback'] }],
    ['no text', { redirect_uris: [1] }],
    ['too many', { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://client.example/${i}`) }],
    ['too long a URL', { redirect_uris: [`https://client.example/${'x'.repeat(2000)}`] }],
    ['too long a name', { redirect_uris: [REDIRECT], client_name: 'x'.repeat(201) }],
    ['keys that are no set', { redirect_uris: [REDIRECT], jwks: 'keys' }],
    ['too many keys', { redirect_uris: [REDIRECT], jwks: { keys: Array.from({ length: 11 }, () => KEY) } }],
    ['too long a key', { redirect_uris: [REDIRECT], jwks: { keys: [{ ...KEY, x5c: 'x'.repeat(2048) }] } }],
    [
      'too much of everything',
      {
        redirect_uris: Array.from({ length: 20 }, (_, i) => `https://client.example/${i}${'x'.repeat(1000)}`),
      },
    ],
    ['the name of this service', { redirect_uris: [REDIRECT], client_name: 'C0untersign Security' }],
    ['a NUL', { redirect_uris: [REDIRECT], client_name: 'a\0b' }],
    ['a list', []],
    ['an unknown way to authenticate', { redirect_uris: [REDIRECT], token_endpoint_auth_method: 'magic' }],
  ])('refuses %s', async (_what, metadata) => {
    const answer = await register(metadata);
    expect(answer.status).toBe(400);
    expect(answer.json.error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  });

  it.each(['Microsoft Account', 'DocuSign Security Team', 'https://evil.test/pay'])(
    'shows %j without its name, as anyone may register it',
    async (name) => {
      const { json } = await register({ redirect_uris: [REDIRECT], client_name: name });
      const { id } = await ask(json.client_id);
      const asked = await services.authorization.request(id ?? '');
      expect(asked).toMatchObject({ clientName: 'Unnamed app' });
    },
  );

  it('requires the secret of a client that has one', async () => {
    const { json } = await register({
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
    });
    const { id, client, verifier } = await ask(json.client_id);
    const answered = await client.proceed(await allow({ services } as TestApi, id ?? '', person));
    const form = {
      grant_type: 'authorization_code',
      code: answered.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };
    const basic = (secret: string) => ({
      authorization: `Basic ${Buffer.from(`${json.client_id}:${secret}`).toString('base64')}`,
    });
    expect((await client.post('/oauth/token', { ...form, client_id: json.client_id })).status).toBe(401);
    expect((await client.post('/oauth/token', form, basic('wrong'))).status).toBe(401);
    expect((await client.post('/oauth/token', form, basic(json.client_secret))).status).toBe(200);
  });
});

describe('a client metadata document', () => {
  const url = (path: string) => `https://${HOST}:${site.port}${path}`;
  const publish = (path: string, document: unknown) => documents.set(path, (end) => end(document));

  it('identifies the client, vouched for by its host', async () => {
    publish('/client.json', {
      client_id: url('/client.json'),
      client_name: 'Documented agent',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token', 'urn:example:other'],
      logo_uri: 'http://insecure.example/logo.png',
    });
    const { id, client, verifier } = await ask(url('/client.json'));
    expect(await services.authorization.request(id ?? '')).toMatchObject({
      clientName: 'Documented agent',
      verifiedHost: `${HOST}:${site.port}`,
    });
    const answered = await client.proceed(await allow({ services } as TestApi, id ?? '', person));
    const tokens = await client.exchange({
      grant_type: 'authorization_code',
      client_id: url('/client.json'),
      code: answered.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    expect(tokens.status).toBe(200);
    const { access_token: key } = tokens.json;
    expect((await api.call('GET', '/api/v1/ping', { key })).status).toBe(200);
  });

  it.each([
    ['names another client', '/other.json', { client_id: 'https://agent.example/client.json' }],
    ['has a secret', '/secret.json', { client_secret: 'x' }],
    [
      'wants to authenticate by a secret',
      '/basic.json',
      { token_endpoint_auth_method: 'client_secret_basic' },
    ],
    ['answers over plain http', '/http.json', { redirect_uris: ['http://client.example/callback'] }],
    ['answers to a script', '/script.json', { redirect_uris: ['javascript:alert(1)', REDIRECT] }],
  ])('is none when it %s', async (_what, path, changed) => {
    publish(path, { client_id: url(path), redirect_uris: [REDIRECT], ...changed });
    const { id, reply } = await ask(url(path));
    expect(id).toBeNull();
    expect(reply.status).toBe(400);
  });

  it('is rejected if it is too long, not JSON or missing', async () => {
    publish('/long.json', {
      client_id: url('/long.json'),
      redirect_uris: [REDIRECT],
      note: 'x'.repeat(40_000),
    });
    publish('/text.json', 'hello');
    refusedPaths.set('/moved.json', 302);
    refusedPaths.set('/gone.json', 404);
    for (const path of ['/long.json', '/text.json', '/moved.json', '/gone.json'])
      expect((await ask(url(path))).id, path).toBeNull();
    expect(site.requests.map(({ path }) => path)).not.toContain('/ok.json');
  });

  it.each([
    'https://metadata.example/client.json',
    'https://private.example/client.json',
    'https://loop.example/client.json',
    'https://zero.example/client.json',
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.2/client.json',
    'https://[::1]/client.json',
    'https://[::ffff:10.0.0.1]/client.json',
    'https://2130706434/client.json',
    'https://0x7f.0.0.2/client.json',
    'https://localhost/client.json',
    'http://agent.example/client.json',
    'https://user:pass@agent.example/client.json',
    'https://agent.example/a/../client.json',
    'https://agent.example/client.json#x',
    'file:///etc/passwd',
  ])('is not fetched from %s', async (clientId) => {
    const before = site.requests.length;
    const { id, reply } = await ask(clientId);
    expect(id).toBeNull();
    expect(reply.status).toBe(400);
    expect(reply.headers.get('location')).toBeNull();
    expect(site.requests.length).toBe(before);
  });
});

describe('an unused client', () => {
  it('is deleted after a day, or thirty days after an authorization', async () => {
    const made = async () => (await register({ redirect_uris: [REDIRECT] })).json.client_id as string;
    const [untried, used] = [await made(), await made()];
    const later = new Date(api.services.clock().getTime() + 1000);
    await touchOAuthClient(api.services.db.drizzle, used, later);
    const now = api.clock.now;
    const tendAfter = async (ms: number) => {
      api.clock.now = new Date(now.getTime() + ms);
      await maintainAuthorization(api.services);
      const found = await Promise.all(
        [untried, used].map((id) => readOAuthClient(api.services.db.drizzle, id)),
      );
      return found.map((client) => client !== null);
    };
    expect(await tendAfter(LIMITS.untriedClientKeptMs - 60_000)).toEqual([true, true]);
    expect(await tendAfter(LIMITS.untriedClientKeptMs + 60_000)).toEqual([false, true]);
    expect(await tendAfter(LIMITS.unusedClientKeptMs + 60_000)).toEqual([false, false]);
    api.clock.now = now;
  });
});

describe('too many registrations', () => {
  it('from one address are limited', async () => {
    const replies = await Promise.all(
      Array.from({ length: 61 }, () => register({ redirect_uris: [REDIRECT] })),
    );
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.json).toMatchObject({ error: 'temporarily_unavailable' });
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

/** Makes a self-signed certificate for a name with OpenSSL. */
function certificateFor(host: string): { key: string; cert: string } {
  const directory = mkdtempSync(join(tmpdir(), 'countersign-client-'));
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '30'];
  const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  execFileSync('openssl', ['req', '-x509', ...curve, '-nodes', ...subject, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const made = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(directory, { recursive: true });
  return made;
}
