import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { KEY_SCOPES } from '#domain/organization/key-scope.ts';
import { hashApiKey, parseApiKey } from '#server/crypto/api-key.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { expectError } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { draftForEditing, editedPage, openEditing, requestEditing } from '../../support/editing.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { tokenIn } from '../../support/sessions.ts';

const api = useApi();
const owner = useOwner(api);

async function administrator() {
  const tenant = await api.tenant();
  const cookie = await sessionOf(api, tenant.organizationId, 'admin');
  const create = async (name: string) =>
    (await callDashboard(api, 'mutation', 'apiKey.create', { cookie, input: { name } })).json.result.data;
  const list = async () =>
    (await callDashboard(api, 'query', 'apiKey.list', { cookie })).json.result.data.items;
  return { ...tenant, cookie, create, list };
}
const ping = (key: string) => api.ask('GET /api/v1/ping', { key });

describe('create', () => {
  it('answers the key once, keeps only its hash, and the key works', async () => {
    const { organizationId, create, list } = await administrator();
    const { apiKey, secret } = await create(' Staging\u202E ');
    expect(parseApiKey(secret)).toBe(secret);
    expect(apiKey).toMatchObject({
      name: 'Staging',
      createdByName: 'Rita admin',
      lastUsedAt: null,
      revokedAt: null,
    });
    expect(apiKey.hint).toBe(`${secret.slice(0, 11)}…${secret.slice(-4)}`);
    expect((await ping(secret)).status).toBe(200);
    const [row] = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select * from api_keys where id = ${apiKey.id}`),
    );
    expect(row).toMatchObject({ hash: hashApiKey(secret) });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(JSON.stringify(await list())).not.toContain(secret);
  });

  it('creates none for a member who is demoted at the same moment', async () => {
    const { organizationId, cookie } = await administrator();
    const made = await transaction(api.services.db, { organizationId }, async (tx) => {
      await tx.execute(
        sql`update memberships set role = 'viewer' where organization_id = ${organizationId} and role = 'admin'`,
      );
      const creating = callDashboard(api, 'mutation', 'apiKey.create', { cookie, input: { name: 'Late' } });
      await api.until('the key waits for the demotion', async () => {
        const waiting = await owner.sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting.length > 0 ? true : null;
      });
      return { creating };
    });
    expect(refusalIn(await made.creating)?.code).toBe('forbidden');
    const rows = await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(sql`select 1 from api_keys where name = 'Late'`),
    );
    expect(rows.length).toBe(0);
  });

  it('refuses a name of nothing', async () => {
    const { cookie } = await administrator();
    const answer = await callDashboard(api, 'mutation', 'apiKey.create', {
      cookie,
      input: { name: ' \u200b' },
    });
    expect([400, 422]).toContain(answer.status);
  });
});

describe('list', () => {
  it('shows all keys, newest first, with their last use', async () => {
    const { create, list } = await administrator();
    const { secret } = await create('Second');
    await ping(secret);
    const items = await list();
    expect(items.map(({ name }: { name: string }) => name).sort()).toEqual(['First key', 'Second']);
    const used = items.find(({ name }: { name: string }) => name === 'Second');
    expect(used.lastUsedAt).toBe(api.clock.now.toISOString());
  });
});

describe('revoke', () => {
  it('refuses the key from the next request on, for good, and keeps the first time', async () => {
    const { cookie, create, list } = await administrator();
    const { apiKey, secret } = await create('Leaked');
    api.clock.now = new Date(api.clock.now.getTime() + 1000);
    const revoke = () =>
      callDashboard(api, 'mutation', 'apiKey.revoke', { cookie, input: { id: apiKey.id } });
    expect((await revoke()).status).toBe(200);
    expectError(await ping(secret), 'unauthorized');
    const at = api.clock.now.toISOString();
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    expect((await revoke()).status).toBe(200);
    const shown = (await list()).find(({ id }: { id: string }) => id === apiKey.id);
    expect(shown.revokedAt).toBe(at);
    const actions = await callDashboard(api, 'query', 'administrativeAction.list', { cookie });
    const [revoked, created, ...earlier] = actions.json.result.data.items;
    expect(revoked).toMatchObject({
      action: 'api_key.revoked',
      actorName: 'Rita admin',
      subjectName: 'Leaked',
      details: { key: apiKey.hint },
      ipAddress: '192.0.2.7',
      occurredAt: at,
    });
    expect(created.action).toBe('api_key.created');
    expect(earlier.map(({ actorName }: { actorName: string }) => actorName)).toEqual([
      'Command line',
      'Command line',
    ]);
  });

  it('ends the session URLs and pages that the key requested, and no others', async () => {
    const { cookie, create, apiKey: kept } = await administrator();
    const { apiKey, secret } = await create('Leaked');
    const draft = await draftForEditing(api, { apiKey: kept });
    const edited = await editedPage(api, { ...draft, key: secret });
    const unopened = tokenIn(await requestEditing(api, { ...draft, key: secret }));
    const others = await editedPage(api, draft);
    await callDashboard(api, 'mutation', 'apiKey.revoke', { cookie, input: { id: apiKey.id } });
    const over = { reason: 'session_over' };
    const read = (token: string) => api.call('GET', '/api/editing/envelope', { key: token });
    expectError(await read(edited), 'unauthorized', over);
    expectError(await openEditing(api, unopened), 'unauthorized', over);
    expect((await read(others)).status).toBe(200);
  });

  it('does not reach the keys of others', async () => {
    const [own, other] = [await administrator(), await administrator()];
    const { apiKey, secret } = await other.create('Other');
    const answer = await callDashboard(api, 'mutation', 'apiKey.revoke', {
      cookie: own.cookie,
      input: { id: apiKey.id },
    });
    expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
    expect((await ping(secret)).status).toBe(200);
  });
});

describe('what a key may do', () => {
  const createWith = async (input: object) => {
    const tenant = await administrator();
    const answer = await callDashboard(api, 'mutation', 'apiKey.create', {
      cookie: tenant.cookie,
      input: { name: 'Key', ...input },
    });
    return { ...tenant, answer, secret: answer.json.result?.data.secret as string };
  };
  const statusOf = async (route: Parameters<typeof api.ask>[0], call: Parameters<typeof api.ask>[1]) =>
    (await api.ask(route, call)).status;

  it('is what its scopes say, and the refusal names those that are missing', async () => {
    const { secret: key } = await createWith({ scopes: ['envelopes:read'] });
    expect((await ping(key)).status).toBe(200);
    expect(await statusOf('GET /api/v1/envelopes', { key })).toBe(200);
    const body = { originalFilename: 'a.pdf' };
    expectError(await api.ask('POST /api/v1/envelopes', { key, body }), 'insufficient_scope', {
      scopes: ['envelopes:write'],
      missing: ['envelopes:write'],
    });
    expect((await api.call('POST', '/api/v1/envelopes', { key, body })).json.message).toBe(
      "This API key lacks envelopes:write. Create a key that has it in the dashboard's settings.",
    );
    expectError(await api.ask('GET /api/v1/webhooks', { key }), 'insufficient_scope', {
      scopes: ['webhooks'],
      missing: ['webhooks'],
    });
    expectError(await api.ask('POST /api/v1/labels', { key, body: { name: 'x' } }), 'insufficient_scope', {
      scopes: ['envelopes:write', 'envelopes:send'],
      missing: ['envelopes:write', 'envelopes:send'],
    });
  });

  it('is everything unless it is limited, and never nothing', async () => {
    const { answer } = await createWith({});
    expect(answer.json.result.data.apiKey).toMatchObject({
      scopes: KEY_SCOPES,
      pausedScopes: [],
      allowedNetworks: null,
      expiresAt: null,
    });
    for (const input of [
      { scopes: [] },
      { scopes: ['openid'] },
      { expiresInDays: 0 },
      { expiresInDays: 3651 },
      { allowedNetworks: [] },
      { allowedNetworks: ['example.com'] },
      { allowedNetworks: ['10.0.0.0/33'] },
      { allowedNetworks: Array.from({ length: 21 }, () => '10.0.0.1') },
    ])
      expect(refusalIn((await createWith(input)).answer), JSON.stringify(input)).toMatchObject({
        code: 'validation_failed',
      });
  });

  it('ends with the role of its maker, and comes back with it', async () => {
    const { organizationId, secret: key, cookie, list } = await createWith({});
    const owning = await sessionOf(api, organizationId, 'owner');
    const { members } = (await callDashboard(api, 'query', 'member.list', { cookie: owning })).json.result
      .data;
    const { userId } = members.find(({ name }: { name: string }) => name === 'Rita admin');
    const become = (role: string) =>
      callDashboard(api, 'mutation', 'member.changeRole', { cookie: owning, input: { userId, role } });
    expect(await statusOf('GET /api/v1/webhooks', { key })).toBe(200);
    await become('member');
    expectError(await api.ask('GET /api/v1/webhooks', { key }), 'forbidden');
    expect(await statusOf('GET /api/v1/envelopes', { key })).toBe(200);
    const listed = await callDashboard(api, 'query', 'apiKey.list', { cookie: owning });
    expect(listed.json.result.data.items.find(({ name }: { name: string }) => name === 'Key')).toMatchObject({
      pausedScopes: ['webhooks', 'members', 'keys', 'settings', 'audit:read', 'admin'],
    });
    await become('admin');
    expect(await statusOf('GET /api/v1/webhooks', { key })).toBe(200);
    expect((await list())[0].pausedScopes).toEqual([]);
    expect(cookie).toBeTruthy();
  });

  it('ends on the day it expires', async () => {
    const { secret, answer, organizationId } = await createWith({ expiresInDays: 30 });
    const { apiKey } = answer.json.result.data;
    expect(Date.parse(apiKey.expiresAt) - Date.parse(apiKey.createdAt)).toBe(30 * 24 * 60 * 60_000);
    expect((await ping(secret)).status).toBe(200);
    await transaction(api.services.db, { organizationId }, (tx) =>
      tx.execute(
        sql`update api_keys set expires_at = ${api.services.clock().toISOString()} where id = ${apiKey.id}`,
      ),
    );
    const refused = await ping(secret);
    expect(refused).toMatchObject({ status: 401, json: { message: 'This API key has expired.' } });
  });

  it.each([
    [['2001:db8::/32', '192.0.2.0/29'], 200],
    [['192.0.2.7'], 200],
    [['203.0.113.7', '2001:db8::/32'], 401],
  ])('counts only from %j: %i', async (allowedNetworks, status) => {
    const { secret } = await createWith({ allowedNetworks });
    expect((await ping(secret)).status).toBe(status);
  });
});
