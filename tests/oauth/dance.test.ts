import { sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import { listGrants } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { listenHttp } from '#server/http/node/listen.ts';
import { openAuthorizationServer } from '#server/oauth/authorization-server.ts';
import type { Session } from '#server/surface/principal.ts';
import { useApi } from '../support/api.ts';
import { useListening } from '../support/listening.ts';
import {
  allow,
  dance,
  deny,
  oauthClient,
  personOf,
  pkce,
  REDIRECT,
  request,
  RESOURCE,
} from '../support/oauth-client.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi();
const owner = useOwner(api);
const listening = useListening(api);

let person: Session;
let clientId: string;

beforeAll(async () => {
  api.clock.now = new Date();
  const { organizationId } = await api.tenant();
  person = await personOf(api, { id: organizationId, name: 'Acme GmbH' });
  clientId = (await oauthClient(listening).register()).json.client_id;
});

const ping = (key: string) => api.call('GET', '/api/v1/ping', { key });

describe('the authorization flow', () => {
  it('works from an unknown client to an API response', async () => {
    const client = oauthClient(listening);
    const challenged = await client.post('/mcp', {});
    expect(challenged.status).toBe(401);
    const [, where = ''] =
      /resource_metadata="([^"]+)"/.exec(challenged.headers.get('www-authenticate') ?? '') ?? [];
    const resource = (await client.get(where)).json;
    expect(resource.resource).toBe(RESOURCE);
    const server = (
      await client.get(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)
    ).json;
    expect(server).toMatchObject({
      issuer: 'http://localhost:3000',
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
    for (const name of ['authorization', 'token', 'registration', 'revocation'])
      expect(server[`${name}_endpoint`]).toMatch(/^http:\/\/localhost:3000\/oauth\//);

    const registered = await client.register();
    expect(registered.status).toBe(201);
    expect(registered.json).toMatchObject({ redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' });
    expect(registered.json.client_secret).toBeUndefined();

    const { verifier, challenge } = pkce();
    const asked = await client.authorize(request(registered.json.client_id, challenge));
    expect(asked.reply.status).toBe(303);
    const answer = await client.proceed(await allow(api, asked.id ?? '', person));
    expect(answer.origin + answer.pathname).toBe(REDIRECT);
    expect(answer.searchParams.get('state')).toBe('st ate');
    expect(answer.searchParams.get('iss')).toBe('http://localhost:3000');

    const tokens = await client.exchange({
      grant_type: 'authorization_code',
      client_id: registered.json.client_id,
      code: answer.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
      resource: RESOURCE,
    });
    expect(tokens.status).toBe(200);
    expect(tokens.headers.get('cache-control')).toBe('no-store');
    expect(tokens.json).toMatchObject({ token_type: 'Bearer', expires_in: 600 });
    expect(tokens.json.scope.split(' ').sort()).toEqual([...ALL_SCOPES].sort());
    expect(tokens.json.id_token).toBeUndefined();

    const token = tokens.json.access_token;
    expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'ES256', typ: 'at+jwt' });
    expect(decodeJwt(token)).toMatchObject({
      iss: 'http://localhost:3000',
      aud: RESOURCE,
      sub: person.user.id,
      org: person.organization.id,
      client_id: registered.json.client_id,
      grant: expect.stringMatching(/^grant_/),
    });
    const { keys } = (await client.get('/oauth/jwks')).json;
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kid: decodeProtectedHeader(token).kid, kty: 'EC', use: 'sig' });
    expect(keys[0].d).toBeUndefined();
    expect((await ping(token)).json).toEqual({ pong: true });
  });

  it('tells the client when a person denies access', async () => {
    const client = oauthClient(listening);
    const asked = await client.authorize(request(clientId, pkce().challenge));
    const answer = await client.proceed(await deny(api, asked.id ?? ''));
    expect(Object.fromEntries(answer.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'st ate',
      iss: 'http://localhost:3000',
    });
  });

  it('grants no more than was allowed, requested and within the role', async () => {
    const client = oauthClient(listening);
    const some = await dance(api, client, person, { clientId, scopes: ['envelopes:read', 'templates:read'] });
    expect(some.scope.split(' ').sort()).toEqual(['envelopes:read', 'templates:read']);

    const viewer = await personOf(api, person.organization, 'viewer');
    const read = await dance(api, client, viewer, { clientId });
    expect(read.scope.split(' ').sort()).toEqual(['envelopes:read', 'templates:read']);

    const narrow = await client.authorize({
      ...request(clientId, pkce().challenge),
      scope: 'templates:read',
    });
    await expect(allow(api, narrow.id ?? '', person, ['envelopes:send'])).rejects.toMatchObject({
      code: 'validation_failed',
    });
    const other = await api.tenant('Other');
    const foreign = {
      ...person,
      organization: { id: other.organizationId, name: 'Other', standing: 'active' as const, testOf: null },
    };
    await expect(allow(api, narrow.id ?? '', foreign)).rejects.toMatchObject({ code: 'validation_failed' });
  });

  it.each([
    ['no scope', undefined],
    ['scopes of other services only', 'openid profile offline_access'],
  ])('asks the person about all scopes if a client requests %s', async (_what, scope) => {
    const client = oauthClient(listening);
    const asked = await client.authorize({ ...request(clientId, pkce().challenge), scope });
    expect((await api.services.authorization.request(asked.id ?? ''))?.scopes).toEqual(ALL_SCOPES);
  });

  it('ignores OpenID Connect parameters', async () => {
    const client = oauthClient(listening);
    const extra = {
      prompt: 'login consent',
      nonce: 'n',
      max_age: '0',
      claims: '{}',
      login_hint: 'x',
      ui_locales: 'de',
    };
    expect((await client.authorize({ ...request(clientId, pkce().challenge), ...extra })).id).not.toBeNull();
    const none = await client.authorize({ ...request(clientId, pkce().challenge), prompt: 'none' });
    expect(new URL(none.reply.headers.get('location') ?? '').searchParams.get('error')).toBe(
      'interaction_required',
    );
  });

  it('fails in a different browser', async () => {
    const asked = await oauthClient(listening).authorize(request(clientId, pkce().challenge));
    const next = await allow(api, asked.id ?? '', person);
    const stranger = await oauthClient(listening).get(next);
    expect(stranger.status).toBe(400);
    expect(stranger.headers.get('location')).toBeNull();
  });

  it('gives nothing that somebody allows while they are removed', async () => {
    const late = await personOf(api, person.organization);
    const asked = await oauthClient(listening).authorize(request(clientId, pkce().challenge));
    const [isHeld, removal] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const removing = owner.sql.begin(async (tx) => {
      await tx`delete from memberships where user_id = ${late.user.id}`;
      isHeld.resolve();
      await removal.promise;
    });
    await isHeld.promise;
    const allowing = allow(api, asked.id ?? '', late).then(
      () => 'allowed',
      () => 'refused',
    );
    const waits = api.until('the click to wait', async () => {
      const locks = await api.services.db.drizzle.execute(
        sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return locks.length > 0;
    });
    await Promise.race([allowing, waits]);
    removal.resolve();
    await removing;
    expect(await allowing).toBe('refused');
  });

  it('creates one grant for two simultaneous clicks, and both continue', async () => {
    const { organization, user } = person;
    const grants = () =>
      transaction(api.services.db, { organizationId: organization.id }, (tx) =>
        listGrants(tx, organization.id, user.id),
      );
    const before = (await grants()).length;
    const { challenge, verifier } = pkce();
    const client = oauthClient(listening);
    const asked = await client.authorize(request(clientId, challenge));
    const presses = await Promise.all([1, 2, 3].map(() => allow(api, asked.id ?? '', person)));
    expect(new Set(presses).size).toBe(1);
    expect(await grants()).toHaveLength(before + 1);
    const location = await client.proceed(presses[0] ?? '');
    const tokens = await client.exchange({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: location.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    });
    expect(tokens.status).toBe(200);
  });

  it('can be decided once', async () => {
    const client = oauthClient(listening);
    const asked = await client.authorize(request(clientId, pkce().challenge));
    await deny(api, asked.id ?? '');
    await expect(allow(api, asked.id ?? '', person)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the resource', () => {
  it.each([
    ['as it is', RESOURCE, RESOURCE],
    ['with a slash', `${RESOURCE}/`, RESOURCE],
    ['as the bare origin', 'http://localhost:3000', `${RESOURCE}/`],
    ['as the origin with a slash', 'http://localhost:3000/', 'http://localhost:3000'],
    ['in capitals', 'HTTP://LOCALHOST:3000/mcp', undefined],
    ['not at all', undefined, undefined],
  ])('can be %s', async (_what, first, second) => {
    const client = oauthClient(listening);
    const { verifier, challenge } = pkce();
    const asked = await client.authorize({ ...request(clientId, challenge), resource: first });
    const code =
      (await client.proceed(await allow(api, asked.id ?? '', person))).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: REDIRECT, code };
    const tokens = await client.exchange({ ...grant, code_verifier: verifier, resource: second });
    expect(tokens.status).toBe(200);
    expect(decodeJwt(tokens.json.access_token).aud).toBe(RESOURCE);
    const { refresh_token } = tokens.json;
    const refreshed = await client.exchange({
      ...{ grant_type: 'refresh_token', client_id: clientId, refresh_token, resource: first },
    });
    expect(decodeJwt(refreshed.json.access_token).aud).toBe(RESOURCE);
  });

  it.each([
    'https://evil.example/mcp',
    'http://localhost:3000/api/v1',
    'http://localhost:3000/mcp#x',
    'http://localhost:3000/mcp?x=1',
    'mcp',
  ])('cannot be %s', async (resource) => {
    const client = oauthClient(listening);
    const { reply } = await client.authorize({ ...request(clientId, pkce().challenge), resource });
    expect(new URL(reply.headers.get('location') ?? '').searchParams.get('error')).toBe('invalid_target');
  });
});

describe('an unsafe request', () => {
  const refusedTo = async (parameters: Record<string, string | undefined>) => {
    const { id, reply } = await oauthClient(listening).authorize({
      ...request(clientId, pkce().challenge),
      ...parameters,
    });
    expect(id).toBeNull();
    return reply;
  };

  it.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with a plain challenge', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['with a challenge of no method', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for an ID token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['in an object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ])('with %s is refused at the redirect URI', async (_what, parameters, error) => {
    const reply = await refusedTo(parameters);
    const location = new URL(reply.headers.get('location') ?? '');
    expect(location.origin).toBe('https://client.example');
    const told = new URLSearchParams(`${location.search.slice(1)}&${location.hash.slice(1)}`);
    expect(told.get('error')).toBe(error);
    expect(told.get('iss')).toBe('http://localhost:3000');
  });

  it.each([
    ['with another redirect URI', { redirect_uri: 'https://client.example/other' }],
    ['with a longer one', { redirect_uri: `${REDIRECT}/more` }],
    ['with a query behind it', { redirect_uri: `${REDIRECT}?x=1` }],
    ['with another case', { redirect_uri: 'https://client.example/Callback' }],
    ['without one', { redirect_uri: undefined }],
    ['of a client that nobody knows', { client_id: 'nobody' }],
    ['of no client', { client_id: undefined }],
    ['with a NUL', { state: 'a\0b' }],
  ])('with %s is refused on a page, without a redirect', async (_what, parameters) => {
    const reply = await refusedTo(parameters);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('location')).toBeNull();
    expect(reply.headers.get('content-type')).toContain('text/html');
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(reply.text).toContain('Nothing was shared');
  });

  it('is not repeated on that page', async () => {
    const { reply } = await oauthClient(listening).authorize({ client_id: '<script>alert(1)</script>' });
    expect(reply.text).not.toContain('alert');
  });
});

describe('a code', () => {
  const coded = async () => {
    const client = oauthClient(listening);
    const { verifier, challenge } = pkce();
    const asked = await client.authorize(request(clientId, challenge));
    const answer = await client.proceed(await allow(api, asked.id ?? '', person));
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: answer.searchParams.get('code') ?? '',
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    };
    return { client, form };
  };

  it.each([
    ['without the verifier', { code_verifier: undefined }],
    ['with another verifier', { code_verifier: pkce().verifier }],
    ['with another redirect URI', { redirect_uri: 'https://client.example/other' }],
    ['that was never given', { code: 'x'.repeat(43) }],
  ])('%s is worth nothing', async (_what, changed) => {
    const { client, form } = await coded();
    const reply = await client.exchange({ ...form, ...changed });
    expect(reply.status).toBe(400);
    expect(reply.json.error).toBe('invalid_grant');
  });

  it('of another client is refused', async () => {
    const { client, form } = await coded();
    const other = (await client.register()).json.client_id;
    expect((await client.exchange({ ...form, client_id: other })).json.error).toBe('invalid_grant');
  });

  it('that is used twice revokes its tokens', async () => {
    const { client, form } = await coded();
    const first = await client.exchange(form);
    expect((await ping(first.json.access_token)).status).toBe(200);
    expect((await client.exchange(form)).json.error).toBe('invalid_grant');
    expect((await ping(first.json.access_token)).status).toBe(401);
    const { refresh_token } = first.json;
    const refreshed = await client.exchange({
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token,
    });
    expect(refreshed.json.error).toBe('invalid_grant');
  });

  it('used twice at the same moment yields tokens once, and they are revoked', async () => {
    const { client, form } = await coded();
    const replies = await Promise.all([client.exchange(form), client.exchange(form)]);
    const brought = replies.filter(({ status }) => status === 200);
    expect(brought.length).toBeLessThan(2);
    for (const { json } of brought) expect((await ping(json.access_token)).status).toBe(401);
  });
});

describe('behind TLS', () => {
  it('URLs and cookies use the origin', async () => {
    const { services } = api;
    const origin = 'https://sign.example.com';
    const http = { ...services.config.http, host: '127.0.0.1', port: 0, origin, mcpUrl: origin };
    const config = { ...services.config, http };
    const server = await listenHttp({
      ...services,
      config,
      authorization: openAuthorizationServer({ ...services, config }),
    });
    onTestFinished(() => server.close());
    const { reply } = await oauthClient({ origin: `http://127.0.0.1:${server.port}` }).authorize({
      ...request(clientId, pkce().challenge),
      resource: `${origin}/mcp/`,
    });
    expect(reply.status).toBe(303);
    const cookies = reply.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/);
  });
});

describe('protection against misuse', () => {
  it('refuses other methods, types and long bodies', async () => {
    const client = oauthClient(listening);
    expect((await client.post('/oauth/authorize', {})).status).toBe(405);
    expect((await client.get('/oauth/token')).status).toBe(405);
    expect((await client.register('{')).json.error).toBe('invalid_client_metadata');
    const asJson = await fetch(`${listening.origin}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect(asJson.status).toBe(400);
    const long = await client.post('/oauth/token', { grant_type: 'x'.repeat(40_000) });
    expect(long.status).toBe(413);
    for (const path of ['openid-configuration', 'oauth-authorization-server/mcp', 'nothing'])
      expect((await client.get(`/.well-known/${path}`)).status, path).toBe(404);
    expect((await client.post('/oauth/token/more', {})).status).toBe(404);
  });

  it('allows no other origin, and echoes no input', async () => {
    const client = oauthClient(listening);
    const reply = await client.post(
      '/oauth/token',
      { client_id: clientId, grant_type: 'password' },
      { origin: 'https://evil.example' },
    );
    expect(reply.status).toBe(400);
    expect(reply.headers.get('access-control-allow-origin')).toBeNull();
    expect(reply.headers.get('x-request-id')).toMatch(/\S/);
  });
});
