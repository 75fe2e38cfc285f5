import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectCode } from '../../support/account.ts';
import { useApi, type Answer, type Tenant } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';
import { makeTemplate } from '../template/example.ts';

const HEAD = 'client_name,client_email,client_company,prefill:contract_number';
const api = useApi();
let own: Tenant;

beforeEach(async () => {
  own = await api.tenant();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const call = (method: Method, path: string, body?: unknown, key = own.apiKey) =>
  api.call(method, `/api/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
const listed = async (path: string, key = own.apiKey) => (await call('GET', path, undefined, key)).json;
const actions = async () =>
  (await listed('/audit-log')).items.map(({ action }: { action: string }) => action) as string[];
const newKey = async (body: object, key = own.apiKey): Promise<Answer> =>
  await call('POST', '/api-keys', { name: 'Child', ...body }, key);

/** Every administration operation, each called by a stranger and with a key that lacks the scope. */
const ADMINISTRATION = [
  ['GET', '/members', undefined],
  ['PATCH', '/members/user_x', { role: 'viewer' }],
  ['DELETE', '/members/user_x', undefined],
  ['POST', '/invitations', { email: 'new@acme.example', role: 'member' }],
  ['POST', '/invitations/inv_x/resend', {}],
  ['DELETE', '/invitations/inv_x', undefined],
  ['POST', '/teams', { name: 'Team' }],
  ['PATCH', '/teams/team_x', { name: 'Team' }],
  ['DELETE', '/teams/team_x', undefined],
  ['PUT', '/teams/team_x/members/user_x', {}],
  ['DELETE', '/teams/team_x/members/user_x', undefined],
  ['GET', '/api-keys', undefined],
  ['POST', '/api-keys', { name: 'Key' }],
  ['DELETE', '/api-keys/key_x', undefined],
  ['GET', '/audit-log', undefined],
  ['GET', '/branding', undefined],
  ['PATCH', '/branding', { accentColor: '#112233' }],
] as const;

describe('a key without administrative scopes', () => {
  it.each(ADMINISTRATION)('may not %s %s', async (method, path, body) => {
    const { secret } = (await newKey({ scopes: ['envelopes:read', 'envelopes:write', 'envelopes:send'] }))
      .json;
    expectCode(await call(method, path, body, secret), 'insufficient_scope');
  });

  it('sees the private teams of its maker only', async () => {
    const { id } = (await call('POST', '/teams', { name: 'Board', isPrivate: true })).json;
    const member = await sessionOf(api, own.organizationId, 'admin');
    const other = (
      await callDashboard(api, 'mutation', 'apiKey.create', {
        cookie: member,
        input: { name: 'Other', scopes: ['envelopes:read'] },
      })
    ).json.result.data.secret as string;
    const names = async (key: string) =>
      (await listed('/teams', key)).items.map((one: { id: string }) => one.id);
    expect(await names(own.apiKey)).toContain(id);
    expect(await names(other)).not.toContain(id);
  });
});

describe('members and invitations', () => {
  it('are listed, invited, given a role and removed', async () => {
    await sessionOf(api, own.organizationId, 'viewer');
    const invited = await call('POST', '/invitations', { email: 'new@acme.example', role: 'member' });
    expect(invited.status).toBe(201);
    expect((await call('POST', '/invitations', { email: 'new@acme.example', role: 'member' })).status).toBe(
      422,
    );
    const { members, invitations, roles } = await listed('/members');
    expect(roles).toEqual(['admin', 'member', 'viewer']);
    expect(invitations).toMatchObject([{ id: invited.json.id, email: 'new@acme.example', role: 'member' }]);
    const viewer = members.find(({ role }: { role: string }) => role === 'viewer').userId as string;
    expect((await call('PATCH', `/members/${viewer}`, { role: 'admin' })).status).toBe(204);
    expect((await call('DELETE', `/members/${viewer}`)).status).toBe(204);
    expectCode(await call('DELETE', `/members/${viewer}`), 'not_found');
    expectCode(await call('PATCH', `/members/${viewer}`, { role: 'admin' }), 'not_found');
    const [owner] = (await listed('/members')).members;
    expectCode(await call('PATCH', `/members/${owner.userId}`, { role: 'viewer' }), 'forbidden');
    expectCode(await call('DELETE', `/members/${owner.userId}`), 'forbidden');
    expect((await call('POST', `/invitations/${invited.json.id}/resend`)).status).toBe(204);
    expect((await call('DELETE', `/invitations/${invited.json.id}`)).status).toBe(204);
    expectCode(await call('DELETE', `/invitations/${invited.json.id}`), 'invalid_state');
    expectCode(await call('POST', `/invitations/${invited.json.id}/resend`), 'invalid_state');
    expect(await actions()).toEqual(
      expect.arrayContaining([
        'member.invited',
        'member.role_changed',
        'member.removed',
        'invitation.revoked',
      ]),
    );
    const { items } = await listed('/audit-log');
    expect(items[0].actorName).toMatch(/ \(API key\)$/);
  });
});

describe('teams', () => {
  it('are created, changed in every property, joined and deleted', async () => {
    const created = await call('POST', '/teams', { name: 'Legal' });
    expect([created.status, created.json]).toMatchObject([
      201,
      { name: 'Legal', isPrivate: false, isMine: true },
    ]);
    const { id } = created.json;
    const changed = await call('PATCH', `/teams/${id}`, { name: 'Board', isPrivate: true });
    expect(changed.json).toMatchObject({ id, name: 'Board', isPrivate: true, isMine: true });
    expect((await call('PATCH', `/teams/${id}`, {})).json).toEqual(changed.json);
    await sessionOf(api, own.organizationId, 'member');
    const { members } = await listed('/members');
    const { userId } = members.find(({ role }: { role: string }) => role === 'member');
    expect((await call('PUT', `/teams/${id}/members/${userId}`)).status).toBe(204);
    expect((await listed('/teams')).items.find((one: { id: string }) => one.id === id).members).toHaveLength(
      2,
    );
    expect((await call('DELETE', `/teams/${id}/members/${userId}`)).status).toBe(204);
    expectCode(await call('DELETE', `/teams/${id}/members/${userId}`), 'not_found');
    expect((await call('DELETE', `/teams/${id}`)).status).toBe(204);
    expectCode(await call('PATCH', `/teams/${id}`, { name: 'x' }), 'not_found');
    expectCode(await call('PATCH', `/teams/${own.teamId}`, { isPrivate: true }), 'invalid_state');
    expectCode(await call('DELETE', `/teams/${own.teamId}`), 'invalid_state');
  });

  it('change in all that was asked for, or in nothing', async () => {
    const { id } = (await call('POST', '/teams', { name: 'Only' })).json;
    await call('PATCH', `/teams/${own.teamId}`, { isPrivate: true });
    expectCode(await call('PATCH', `/teams/${id}`, { name: 'Other', isPrivate: true }), 'invalid_state');
    const names = (await listed('/teams')).items.map(({ name }: { name: string }) => name);
    expect(names).toContain('Only');
  });
});

describe('keys made by a key', () => {
  it('take what is not given from it, and exceed it in nothing', async () => {
    const parent = (await newKey({ scopes: ['envelopes:read', 'keys'], expiresInDays: 10 })).json;
    const child = await newKey({}, parent.secret);
    expect(child.status).toBe(201);
    expect(child.json.apiKey).toMatchObject({
      scopes: ['envelopes:read', 'keys'],
      expiresAt: parent.apiKey.expiresAt,
      allowedNetworks: null,
    });
    for (const wider of [{ scopes: ['envelopes:write'] }, { expiresInDays: 11 }])
      expectCode(await newKey(wider, parent.secret), 'validation_failed');
    expect((await newKey({ expiresInDays: 9, scopes: ['envelopes:read'] }, parent.secret)).status).toBe(201);
  });

  it('are revoked with it, however far down, and each is recorded', async () => {
    const parent = (await newKey({ name: 'Parent' })).json;
    const child = (await newKey({ name: 'Child' }, parent.secret)).json;
    const grandchild = (await newKey({ name: 'Grandchild' }, child.secret)).json;
    const other = (await newKey({ name: 'Other' })).json;
    expect((await call('DELETE', `/api-keys/${parent.apiKey.id}`)).status).toBe(204);
    for (const { secret } of [parent, child, grandchild])
      expectCode(await call('GET', '/ping', undefined, secret), 'unauthorized');
    expect((await call('GET', '/ping', undefined, other.secret)).status).toBe(200);
    const revoked = (await listed('/audit-log')).items.filter(
      ({ action }: { action: string }) => action === 'api_key.revoked',
    );
    expect(revoked.map((one: { subjectName: string }) => one.subjectName).sort()).toEqual([
      'Child',
      'Grandchild',
      'Parent',
    ]);
    expect((await call('DELETE', `/api-keys/${parent.apiKey.id}`)).status).toBe(204);
    expectCode(await call('DELETE', '/api-keys/key_x'), 'not_found');
  });

  it('are not made while the key that makes them is revoked', async () => {
    const parent = (await newKey({ name: 'Parent' })).json;
    const outcomes = await Promise.all([
      call('DELETE', `/api-keys/${parent.apiKey.id}`),
      newKey({ name: 'Late' }, parent.secret),
      newKey({ name: 'Later' }, parent.secret),
    ]);
    for (const { status, json } of outcomes.slice(1)) {
      expect([201, 401]).toContain(status);
      if (status === 201) expectCode(await call('GET', '/ping', undefined, json.secret), 'unauthorized');
    }
  });
});

describe('what a key tells about itself', () => {
  it('is its organization, its person, its limits and quotas, whatever its scopes', async () => {
    const { secret, apiKey } = (await newKey({ name: 'Narrow', scopes: ['envelopes:send'] })).json;
    const me = (await call('GET', '/me', undefined, secret)).json;
    expect(me).toMatchObject({
      organization: { id: own.organizationId },
      person: { role: 'owner' },
      apiKey: { id: apiKey.id, name: 'Narrow', scopes: ['envelopes:send'] },
      teamId: own.teamId,
      requestsPerMinute: { apiKey: expect.any(Number), organization: expect.any(Number) },
    });
    expect(me.quotas.find(({ name }: { name: string }) => name === 'apiKeys').used).toBe(2);
  });
});

describe('branding', () => {
  it('is read and changed', async () => {
    expect((await call('PATCH', '/branding', { accentColor: '#3F45C8' })).json.accentColor).toBe('#3f45c8');
    expect(await listed('/branding')).toMatchObject({ accentColor: '#3f45c8' });
    expectCode(await call('PATCH', '/branding', { accentColor: 'blue' }), 'validation_failed');
  });
});

describe('scheduled sending', () => {
  it('is cancelled', async () => {
    const { envelope } = (await createDraft(api, own.apiKey)).json;
    const sendAt = new Date(api.clock.now.getTime() + 86_400_000).toISOString();
    const body = { expectedVersion: envelope.version, sendAt };
    const scheduled = (await call('POST', `/envelopes/${envelope.id}/send`, body)).json.envelope;
    expect(scheduled.scheduledSendAt).toBe(sendAt);
    const cancel = (expectedVersion: number) =>
      call('POST', `/envelopes/${envelope.id}/unschedule`, { expectedVersion });
    expectCode(await cancel(scheduled.version - 1), 'version_conflict');
    const cancelled = await cancel(scheduled.version);
    expect(cancelled.json.envelope).toMatchObject({ scheduledSendAt: null });
    expectCode(await call('POST', '/envelopes/env_x/unschedule', { expectedVersion: 1 }), 'not_found');
  });
});

describe('bulk sends', () => {
  it('are checked, started once, listed and read with their results', async () => {
    const { template } = await makeTemplate(api, own.apiKey);
    const templateId = template.id as string;
    const csv = `${HEAD}\nAda,ada@example.com,,`;
    const list = { templateId, filename: 'people.csv', csv };
    expect(
      (await call('POST', '/bulk-send-checks', { ...list, csv: `${HEAD}\nAda,nobody,,` })).json,
    ).toMatchObject({
      rowCount: 1,
      issues: [{ line: 2, column: 'client_email' }],
    });
    const requestId = randomUUID();
    const started = await call('POST', '/bulk-sends', { ...list, requestId });
    expect(started.status).toBe(201);
    expect((await call('POST', '/bulk-sends', { ...list, requestId })).json).toEqual(started.json);
    const { id } = started.json;
    expect((await listed(`/bulk-sends?templateId=${templateId}`)).items).toMatchObject([{ id, rowCount: 1 }]);
    expect((await listed(`/bulk-sends/${id}`)).bulkSend).toMatchObject({ id, filename: 'people.csv' });
    expect((await listed(`/bulk-sends/${id}/results`)).rows).toMatchObject([
      { line: 2, recipient: 'ada@example.com' },
    ]);
    const wrong = { ...list, requestId: randomUUID(), csv: `${HEAD}\nAda,nobody,,` };
    expectCode(await call('POST', '/bulk-sends', wrong), 'validation_failed');
    await call('DELETE', `/templates/${templateId}`);
    expectCode(await call('POST', '/bulk-sends', { ...list, requestId: randomUUID() }), 'invalid_state');
  });

  it('of unknown templates are refused', async () => {
    const list = { templateId: 'tpl_x', filename: 'people.csv', csv: 'a\nb' };
    expectCode(await call('POST', '/bulk-send-checks', list), 'not_found');
    expectCode(await call('POST', '/bulk-sends', { ...list, requestId: randomUUID() }), 'not_found');
    expectCode(await call('GET', '/bulk-sends/bulk_x'), 'not_found');
    expectCode(await call('GET', '/bulk-sends/bulk_x/results'), 'not_found');
    expect(await listed('/bulk-sends?templateId=tpl_x')).toEqual({ items: [] });
  });
});
