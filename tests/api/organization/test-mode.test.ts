import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { QUOTAS } from '#domain/organization/sending/quotas.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { suspend, unsuspend } from '#server/organizations/change-standing.ts';
import { mutate, post, query, whoIs } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { createDraft } from '../../support/envelopes.ts';
import { PASSWORD } from '../../support/password.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';
import { openTestMode, testOf } from '../../support/test-mode.ts';

const api = useApi();
const meOf = async (key: string) => (await api.ask('GET /api/v1/me', { key })).json;
const statusOf = async (key: string) => (await api.call('GET', '/api/v1/ping', { key })).status;
const idOf = async (cookie: string) => (await whoIs(api, cookie)).json.user.id as string;

describe('test mode', () => {
  it('has an environment of its own, whose keys say so', async () => {
    const { organizationId, apiKey } = await api.tenant('Acme');
    const test = await openTestMode(api, organizationId);
    expect(test.apiKey).toMatch(/^svc_sk_test_[0-9A-Za-z]{49}$/);
    const me = await meOf(test.apiKey);
    expect(me).toMatchObject({
      testMode: true,
      organization: { id: test.organizationId, name: 'Acme' },
      apiKey: { hint: expect.stringMatching(/^svc_sk_test_[0-9A-Za-z]{4}…/) },
    });
    expect(me.organization.id).not.toBe(organizationId);
    expect(await meOf(apiKey)).toMatchObject({ testMode: false, organization: { id: organizationId } });
  });

  it('is opened first by who administers, then by any member, and has one environment', async () => {
    const { organizationId } = await api.tenant();
    const member = await sessionOf(api, organizationId, 'member');
    expect(await mutate(api, member, 'organization.enterTestMode')).toBe('forbidden');
    const [one, other] = await Promise.all([
      openTestMode(api, organizationId),
      openTestMode(api, organizationId),
    ]);
    expect(one.organizationId).toBe(other.organizationId);
    expect(await mutate(api, member, 'organization.enterTestMode')).toEqual({ done: true });
    expect((await whoIs(api, member)).json).toMatchObject({
      organization: { id: one.organizationId },
      role: 'member',
    });
    expect(await mutate(api, member, 'apiKey.create', { name: 'x' })).toBe('forbidden');
    const back = { organizationId };
    expect(await mutate(api, member, 'account.switchOrganization', back)).toEqual({ done: true });
    expect((await whoIs(api, member)).json.organization.id).toBe(organizationId);
  });

  it('is recorded where it was opened, and its own actions are recorded there', async () => {
    const { organizationId } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const actions = async (cookie: string) =>
      (await query(api, cookie, 'administrativeAction.list')).items.map((one: any) => one.action);
    expect(await actions(test.cookie)).toEqual(['api_key.created', 'organization.created']);
    const live = await sessionOf(api, organizationId);
    expect(await actions(live)).toContain('organization.test_mode_started');
  });

  it('shows nothing live, and its data nowhere else', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const live = (await createDraft(api, apiKey, { displayName: 'Real' })).json.envelope.id;
    const tried = (await createDraft(api, test.apiKey, { displayName: 'Tried' })).json.envelope.id;
    const read = async (key: string, id: string) =>
      (await api.call('GET', `/api/v1/envelopes/${id}`, { key })).status;
    expect(await read(test.apiKey, live)).toBe(404);
    expect(await read(apiKey, tried)).toBe(404);
    expect(await read(test.apiKey, tried)).toBe(200);
    const list = async (key: string) => (await api.ask('GET /api/v1/envelopes', { key })).json.items.length;
    expect([await list(apiKey), await list(test.apiKey)]).toEqual([1, 1]);
    for (const path of ['webhooks', 'templates', 'events', 'api-keys', 'audit-log'])
      expect(
        JSON.stringify((await api.call('GET', `/api/v1/${path}`, { key: test.apiKey })).json),
      ).not.toContain(organizationId);
  });

  it('has limits of its own', async () => {
    const { organizationId } = await api.tenant();
    const { apiKey } = await openTestMode(api, organizationId);
    api.clock.now = new Date(api.clock.now.getTime() + 30 * 24 * 60 * 60_000);
    const limits = Object.fromEntries((await meOf(apiKey)).quotas.map(({ name, limit }) => [name, limit]));
    expect(limits).toMatchObject({ emails: QUOTAS.emails.forTest, apiKeys: QUOTAS.apiKeys.forTest });
  });

  it('never is where a sign-in leads', async () => {
    const { organizationId } = await api.tenant();
    const { cookie } = await openTestMode(api, organizationId);
    const { email } = (await whoIs(api, cookie)).json.user;
    const signedIn = await post(api, 'login', { email, password: PASSWORD });
    expect(signedIn.status).toBe(200);
    const fresh = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await whoIs(api, fresh)).json.organization.id).toBe(organizationId);
  });
});

describe('who may do what in test mode', () => {
  it('follows the live organization: keys end with the membership of their maker', async () => {
    const { organizationId } = await api.tenant();
    const { apiKey, cookie, ...test } = await openTestMode(api, organizationId);
    const boss = await sessionOf(api, organizationId);
    const userId = await idOf(cookie);
    await transaction(api.services.db, { organizationId: test.organizationId }, (tx) =>
      tx.execute(sql`insert into oauth_grants (id, organization_id, user_id, client_id, client_name, redirect_host, scope, created_at)
        values ('grant_x', ${test.organizationId}, ${userId}, 'x', 'Claude', 'x', 'envelopes:read', now())`),
    );
    expect(await statusOf(apiKey)).toBe(200);
    await mutate(api, boss, 'member.remove', { userId });
    expect(await statusOf(apiKey)).toBe(401);
    expect((await whoIs(api, cookie)).status).toBe(401);
    await mutate(api, boss, 'organization.enterTestMode');
    const { items } = await query(api, boss, 'administrativeAction.list');
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'agent.ended', subjectName: 'Claude' },
      { action: 'api_key.revoked', subjectName: 'Test key' },
    ]);
  });

  it('follows a change of role at once, and keys of who no longer administers end', async () => {
    const { organizationId } = await api.tenant();
    const { apiKey, cookie } = await openTestMode(api, organizationId);
    const boss = await sessionOf(api, organizationId);
    const userId = await idOf(cookie);
    await mutate(api, boss, 'member.changeRole', { userId, role: 'viewer' });
    expect(await statusOf(apiKey)).toBe(401);
    expect((await whoIs(api, cookie)).json.role).toBe('viewer');
    await mutate(api, boss, 'member.changeRole', { userId, role: 'admin' });
    expect(await statusOf(apiKey)).toBe(401);
    expect((await whoIs(api, cookie)).json.role).toBe('admin');
    const { items } = await query(api, cookie, 'administrativeAction.list');
    const revoked = items.filter(({ action }: { action: string }) => action === 'api_key.revoked');
    expect(revoked).toMatchObject([{ subjectName: 'Test key' }]);
  });

  it('includes who joins later', async () => {
    const { organizationId } = await api.tenant();
    const test = await openTestMode(api, organizationId);
    const later = await sessionOf(api, organizationId, 'member');
    expect(await mutate(api, later, 'organization.enterTestMode')).toEqual({ done: true });
    expect((await whoIs(api, later)).json.organization.id).toBe(test.organizationId);
  });

  it('ends with a suspension, and comes back with its end', async () => {
    const { organizationId } = await api.tenant();
    const { apiKey } = await openTestMode(api, organizationId);
    await suspend(api.services, organizationId, 'phishing');
    expect(await statusOf(apiKey)).toBe(403);
    await unsuspend(api.services, organizationId);
    expect(await statusOf(apiKey)).toBe(200);
    await expect(suspend(api.services, await testOf(api, organizationId), 'x')).rejects.toThrow();
  });

  it('is decided in the live organization', async () => {
    const { organizationId } = await api.tenant();
    const { cookie } = await openTestMode(api, organizationId);
    const userId = await idOf(await sessionOf(api, organizationId, 'member'));
    for (const [procedure, input] of [
      ['member.invite', { email: 'new@acme.example', role: 'admin' }],
      ['member.changeRole', { userId, role: 'admin' }],
      ['member.remove', { userId }],
      ['organization.rename', { name: 'Other' }],
      ['organization.leave', {}],
      ['organization.changeMembershipRules', { domains: ['acme.example'] }],
      ['singleSignOn.addDomain', { domain: 'acme.example' }],
      ['singleSignOn.createToken', {}],
    ] as const) {
      const answer = await callDashboard(api, 'mutation', procedure, { cookie, input });
      expect(refusalIn(answer), procedure).toMatchObject({
        code: 'forbidden',
        details: { reason: 'test_environment' },
      });
    }
  });
});
