import { generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';
import { endGrant, listGrants } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { createPageCaller } from '#server/procedures/router.ts';
import { agentOf, tokenOf, type TestAgent } from '../support/agent.ts';
import { CLIENT, makeTemplate, use } from '../api/template/example.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useOwner } from '../support/owner.ts';
import { openCookies } from '#server/surface/cookies.ts';

const api = useApi({ env: { RATE_LIMIT_AGENT: '200' } });
const owner = useOwner(api);
const METADATA = 'http://localhost:3000/.well-known/oauth-protected-resource/mcp';

let tenant: Tenant;
let agent: TestAgent;
let claims: Record<string, string>;

beforeAll(async () => {
  tenant = await api.tenant();
  agent = await agentOf(api, tenant.organizationId);
  claims = claimsFor(agent);
});

function claimsFor({ userId, clientId, grantId }: TestAgent, scopes: readonly Scope[] = ALL_SCOPES) {
  return {
    sub: userId,
    client_id: clientId,
    scope: scopes.join(' '),
    grant: grantId,
    org: tenant.organizationId,
  };
}

const ping = (token: string) => api.call('GET', '/api/v1/ping', { key: token });
const mcp = (headers: Record<string, string> = {}, path = '/mcp') => api.call('POST', path, { headers });

describe('an access token', () => {
  it('authenticates an agent, and records its use', async () => {
    expect((await ping(agent.token)).json).toEqual({ pong: true });
    const [grant] = await transaction(api.services.db, { organizationId: tenant.organizationId }, (tx) =>
      listGrants(tx, tenant.organizationId, agent.userId),
    );
    expect(grant?.lastUsedAt).toEqual(api.clock.now);
  });

  it.each([
    ['for another audience', { aud: 'http://localhost:3000' }],
    ['for several audiences without ours', { aud: ['https://a.example', 'https://b.example'] }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['of no grant', { grant: 'grant_00000000000000000000000000' }],
    ['of another organization', { org: 'org_00000000000000000000000000' }],
    ['of another person', { sub: 'user_00000000000000000000000000' }],
    ['of another client', { client_id: 'https://evil.example/client.json' }],
    ['that is not valid yet', { nbf: Math.floor(Date.parse('2027-03-01T09:05:00Z') / 1000) }],
    ['without a scope claim', { scope: undefined }],
  ])('%s is none', async (_what, changed) => {
    const answer = await ping(await tokenOf(api, { ...claims, ...changed }));
    expect(answer.status).toBe(401);
    expect(answer.json.code).toBe('unauthorized');
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('of another kind or key, unsigned or altered is refused', async () => {
    const { privateKey } = await generateKeyPair('ES256');
    const [key] = await api.services.accessTokens.keys.all();
    const forged = await new SignJWT({ ...claims, iss: 'http://localhost:3000' })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: key?.kid ?? '' })
      .setAudience('http://localhost:3000/mcp')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(privateKey);
    const [head = '', body = '', signature = ''] = agent.token.split('.');
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    const unknown = Buffer.from('{"alg":"ES256","typ":"at+jwt","kid":"x"}').toString('base64url');
    for (const token of [
      await tokenOf(api, claims, 'JWT'),
      forged,
      `${none}.${body}.`,
      `${unknown}.${body}.${signature}`,
      `${head}.${body.slice(0, -4)}AAAA.${signature}`,
      `${head}.${body}`,
      'eyJ',
    ])
      expect((await ping(token)).status, token).toBe(401);
  });

  it('expires', async () => {
    const before = api.clock.now;
    const token = await tokenOf(api, claims);
    api.clock.now = new Date(before.getTime() + 599_000);
    expect((await ping(token)).status).toBe(200);
    api.clock.now = new Date(before.getTime() + 600_000);
    const late = await ping(token);
    expect(late.status).toBe(401);
    expect(late.json.details.reason).toBe('token_expired');
    api.clock.now = before;
  });

  it('is read from the Authorization header only', async () => {
    const { token } = agent;
    for (const headers of [{ 'x-api-key': token }, { cookie: `access_token=${token}` }])
      expect((await api.call('GET', '/api/v1/ping', { headers })).status).toBe(401);
    expect((await api.call('GET', `/api/v1/ping?access_token=${token}`)).status).toBe(401);
    expect((await mcp({}, `/mcp?access_token=${token}`)).status).toBe(401);
    expect((await mcp({ 'x-api-key': tenant.apiKey })).status).toBe(401);
  });

  it('ends with its grant, with the membership, and shrinks with the role', async () => {
    const { organizationId } = tenant;
    const ended = await agentOf(api, organizationId);
    await transaction(api.services.db, { organizationId }, (tx) =>
      endGrant(tx, ended.grantId, 'person', api.clock.now),
    );
    expect((await ping(ended.token)).json).toMatchObject({ details: { reason: 'token_revoked' } });

    const demoted = await agentOf(api, organizationId);
    const template = { key: demoted.token, body: { name: 'x' } };
    expect((await api.call('PATCH', '/api/v1/templates/tpl_x', template)).status).toBe(404);
    await owner.sql`update memberships set role = 'viewer' where user_id = ${demoted.userId}`;
    expect((await api.call('PATCH', '/api/v1/templates/tpl_x', template)).json.code).toBe('forbidden');
    expect((await api.call('GET', '/api/v1/templates', { key: demoted.token })).status).toBe(200);
    await owner.sql`delete from memberships where user_id = ${demoted.userId}`;
    expect((await ping(demoted.token)).status).toBe(401);
  });

  it('grants no more than the person agreed to, whatever it says', async () => {
    const narrow = await agentOf(api, tenant.organizationId, { scopes: ['templates:read'] });
    const token = await tokenOf(api, claimsFor(narrow));
    expect((await api.call('GET', '/api/v1/templates', { key: token })).status).toBe(200);
    expect((await api.call('GET', '/api/v1/envelopes', { key: token })).status).toBe(403);
  });

  it('reaches nothing of another organization', async () => {
    const other = await api.tenant('Other');
    const made = await api.call('POST', '/api/v1/envelopes', {
      key: other.apiKey,
      body: { originalFilename: 'theirs.pdf' },
    });
    const { id } = made.json.envelope;
    for (const path of ['events', 'extract'])
      expect((await api.call('GET', `/api/v1/envelopes/${id}/${path}`, { key: agent.token })).status).toBe(
        404,
      );
    const list = await api.call('GET', '/api/v1/envelopes', { key: agent.token });
    expect(list.json.items).toEqual([]);
  });

  it('has its own limit', async () => {
    const busy = await agentOf(api, tenant.organizationId);
    const first = await ping(busy.token);
    expect(first.headers.get('ratelimit-limit')).toBe('200');
    await Promise.all(Array.from({ length: 199 }, () => ping(busy.token)));
    expect((await ping(busy.token)).status).toBe(429);
    expect((await ping(agent.token)).status).toBe(200);
  });
});

describe('the operations of /api/v1', () => {
  const LISTED = ROUTES.filter(({ path }) => path.startsWith('/api/v1')).map((route) => ({
    name: `${route.method} ${route.path}`,
    route,
  }));

  it.each(LISTED.filter(({ route }) => route.agentScopes === null))(
    '$name takes no access token',
    async ({ route: { method, path } }) => {
      const answer = await api.call(method, path.replaceAll(/\{\w+\}/g, 'x'), { key: agent.token });
      expect(answer.status).toBe(401);
      expect(answer.json.code).toBe('unauthorized');
    },
  );

  it.each(LISTED.filter(({ route }) => (route.agentScopes ?? []).length > 0))(
    '$name takes one with its scopes',
    async ({ route: { method, path, agentScopes } }) => {
      const needed = agentScopes ?? [];
      const call = async (scopes: readonly Scope[]) =>
        await api.call(method, path.replaceAll(/\{\w+\}/g, 'x'), {
          key: await tokenOf(api, claimsFor(agent, scopes)),
          ...(method === 'GET' ? {} : { body: { autoSend: false } }),
        });
      expect([200, 404, 422]).toContain((await call(needed)).status);
      for (const missing of needed) {
        const answer = await call(ALL_SCOPES.filter((scope) => scope !== missing));
        expect(answer.status, missing).toBe(403);
        expect(answer.json).toMatchObject({
          code: 'insufficient_scope',
          details: { scopes: expect.arrayContaining([...needed]), missing: [missing] },
        });
        expect(answer.headers.get('www-authenticate')).toMatch(
          /^Bearer error="insufficient_scope", .*scope="[a-z: ]+"$/,
        );
      }
    },
  );

  it('that create from a template require the send scope, unless autoSend is false', async () => {
    const token = await tokenOf(
      api,
      claimsFor(
        agent,
        ALL_SCOPES.filter((scope) => scope !== 'envelopes:send'),
      ),
    );
    const create = (body: unknown) =>
      api.call('POST', '/api/v1/templates/tpl_x/envelopes', { key: token, body });
    for (const body of [
      {},
      { autoSend: true },
      { autoSend: null },
      { autoSend: 'false' },
      { autoSend: 0 },
      [],
    ]) {
      const answer = await create(body);
      expect([403, 400], JSON.stringify(body)).toContain(answer.status);
      if (answer.status === 403)
        expect(answer.json.details.scopes).toEqual(['envelopes:write', 'templates:read', 'envelopes:send']);
    }
    expect((await create({ autoSend: false, recipients: {} })).status).toBe(404);
  });
});

describe('what an agent does', () => {
  it('limits emails over REST like those by tools', async () => {
    const busy = await agentOf(api, tenant.organizationId);
    const { template } = await makeTemplate(api, tenant.apiKey);
    for (let i = 0; i < LIMITS.agentMailsPerMinute; i++)
      await api.services.rates.agentMails.take(busy.grantId);
    const refused = await use(api, busy.token, template.id);
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
    expect(
      (await use(api, busy.token, template.id, { recipients: { client: CLIENT }, autoSend: false })).status,
    ).toBe(201);
    expect((await use(api, tenant.apiKey, template.id)).status).toBe(201);
  });

  it('names its grant in the events, and its person as the sender', async () => {
    const { template } = await makeTemplate(api, tenant.apiKey);
    const made = await use(api, agent.token, template.id);
    expect(made.status).toBe(201);
    expect(made.json.envelope).toMatchObject({ status: 'in_progress', senderName: 'Aino Agentson' });
    const { id } = made.json.envelope;
    const events = await api.call('GET', `/api/v1/envelopes/${id}/events`, { key: agent.token });
    expect(events.json.items.map((event: any) => [event.action, event.actorType, event.actorId])).toEqual(
      ['envelope.created', 'envelope.sent', 'participant.link_issued'].map((action) => [
        action,
        'agent',
        agent.grantId,
      ]),
    );
  });

  it('cannot change a scheduled envelope that a person confirmed', async () => {
    const key = tenant.apiKey;
    const { json } = await createDraft(api, key);
    const { id } = json.envelope;
    const scheduled = await api.call('POST', `/api/v1/envelopes/${id}/send`, {
      key,
      body: { expectedVersion: 1, sendAt: '2027-03-02T09:00:00.000Z' },
    });
    expect(scheduled.status).toBe(200);
    const principal = {
      kind: 'agent',
      isTest: false,
      ...{ grantId: agent.grantId, clientId: agent.clientId, clientName: 'Test agent' },
      organizationId: tenant.organizationId,
      role: 'member',
      asksFirst: false,
      sender: { userId: agent.userId, name: 'Aino Agentson', email: 'a@acme.example' },
    } as const;
    const change = (scopes: readonly Scope[]) =>
      createPageCaller({
        services: api.services,
        principal: { ...principal, scopes },
        audit: { ipAddress: null, userAgent: null },
        requestId: 'test',
        body: null,
        contentType: null,
        idempotency: null,
        replyHeaders: new Headers(),
        cookies: openCookies(new Headers(), new Headers(), 'http://localhost:3000'),
      }).envelope.draft({ id, displayName: 'Something else' });
    for (const scopes of [['envelopes:write'], ['envelopes:write', 'envelopes:send']] as const)
      await expect(change(scopes)).rejects.toMatchObject({
        cause: { code: 'invalid_state', details: { status: 'draft', reason: 'scheduled' } },
      });
  });
});

describe('the resource of agents', () => {
  it('reports the authorization server and the scopes', async () => {
    const answer = await mcp();
    expect(answer.status).toBe(401);
    expect(answer.json.code).toBe('unauthorized');
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${METADATA}", scope="${ALL_SCOPES.join(' ')}"`,
    );
    const wrong = await mcp({ authorization: 'Bearer eyJ.x.y' });
    expect(wrong.headers.get('www-authenticate')).toMatch(/resource_metadata=.*error="invalid_token"/);
  });

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'is described at %s',
    async (path) => {
      const answer = await api.call('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.json).toMatchObject({
        resource: 'http://localhost:3000/mcp',
        authorization_servers: ['http://localhost:3000'],
        scopes_supported: ALL_SCOPES,
        bearer_methods_supported: ['header'],
      });
    },
  );

  it('is described nowhere else', async () => {
    expect((await api.call('GET', '/.well-known/oauth-protected-resource/other')).status).toBe(404);
    expect((await api.call('POST', '/.well-known/oauth-protected-resource')).status).toBe(405);
  });
});
