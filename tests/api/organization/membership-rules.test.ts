import { describe, expect, it } from 'vitest';
import {
  cookieIn,
  enroll,
  expectCode,
  logIn,
  mailedToken,
  mutate,
  pass,
  PASSWORD,
  post,
  query,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { agentOf } from '../../support/agent.ts';
import { useApi } from '../../support/api.ts';
import { PASSWORD as MEMBER_PASSWORD } from '../../support/password.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });
const STEP_MS = 30_000;

/** An organization whose owner signed in with a second factor and requires it. */
async function strict() {
  const owner = await signUpPerson(api);
  const app = await enroll(api, owner.cookie);
  const required = await mutate(api, owner.cookie, 'organization.changeMembershipRules', {
    requireSecondFactor: true,
  });
  expect(required).toEqual({ done: true });
  return { ...owner, ...app };
}

describe('a required second factor', () => {
  it('can be turned on only by someone who signed in with one', async () => {
    const { cookie } = await signUpPerson(api);
    const input = { requireSecondFactor: true };
    expect(await mutate(api, cookie, 'organization.changeMembershipRules', input)).toBe('invalid_state');
    await enroll(api, cookie);
    expect(await mutate(api, cookie, 'organization.changeMembershipRules', input)).toEqual({ done: true });
    expect(await query(api, cookie, 'organization.membershipRules')).toMatchObject(input);
    const { items } = await query(api, cookie, 'administrativeAction.list');
    const actions = items.map(({ action }: { action: string }) => action);
    expect(actions).toContain('organization.membership_rules_changed');
  });

  it('lets members without one only set one up', async () => {
    const { organizationId } = await strict();
    const cookie = await sessionOf(api, organizationId, 'admin');
    const refused = await callDashboard(api, 'query', 'member.list', { cookie });
    expect(refusalIn(refused)).toMatchObject({
      code: 'forbidden',
      details: { reason: 'second_factor_required' },
    });
    for (const procedure of ['envelope.list', 'view.list', 'apiKey.list', 'organization.membershipRules'])
      expect(await query(api, cookie, procedure)).toBe('forbidden');
    expectCode(await api.call('GET', '/api/live', { headers: { cookie } }), 'forbidden');
    expect((await whoIs(api, cookie)).status).toBe(200);
    expect(await query(api, cookie, 'account.get')).toMatchObject({ totpSince: null });

    await enroll(api, cookie, MEMBER_PASSWORD);
    expect(await query(api, cookie, 'member.list')).toHaveProperty('members');
  });

  it('is not given by a password alone where there is a passkey only, or by a session from before', async () => {
    const { cookie, email, codeNow } = await strict();
    pass(api, 2 * STEP_MS);
    const pending = cookieIn(await logIn(api, email));
    const full = cookieIn(await post(api, 'login/second-factor', { code: codeNow() }, pending));
    expect(await query(api, full, 'member.list')).toHaveProperty('members');
    pass(api, STEP_MS);
    const proof = { password: PASSWORD, code: codeNow() };
    expect(await mutate(api, full, 'account.disableTotp', proof)).toEqual({ done: true });
    // Without any second factor, sessions that had one no longer suffice either.
    expect(await query(api, full, 'member.list')).toBe('forbidden');
    expect(await query(api, cookie, 'member.list')).toBe('forbidden');
  });

  it('keeps the API keys and agents of members without one out', async () => {
    const owner = await signUpPerson(api);
    const { organizationId } = owner;
    const cookie = await sessionOf(api, organizationId, 'admin');
    const { secret: key } = await mutate(api, cookie, 'apiKey.create', { name: 'Program' });
    const agent = await agentOf(api, organizationId, { scopes: ['envelopes:read'] });
    const ping = async () => [
      (await api.call('GET', '/api/v1/ping', { key })).status,
      (await api.call('GET', '/api/v1/ping', { key: agent.token })).status,
    ];
    expect(await ping()).toEqual([200, 200]);
    await enroll(api, owner.cookie);
    await mutate(api, owner.cookie, 'organization.changeMembershipRules', { requireSecondFactor: true });
    const refused = await api.call('GET', '/api/v1/ping', { key });
    expectCode(refused, 'forbidden');
    expect(refused.json.details.reason).toBe('second_factor_required');
    expect(await ping()).toEqual([403, 403]);
    await enroll(api, cookie, MEMBER_PASSWORD);
    expect(await ping()).toEqual([200, 403]);
  });
});

describe('allowed domains', () => {
  const restrict = async (cookie: string, domains: readonly string[]) =>
    mutate(api, cookie, 'organization.changeMembershipRules', { domains });

  it('keep others from being invited, and mark members who are outside', async () => {
    const { cookie } = await signUpPerson(api);
    expect(await restrict(cookie, ['not a domain'])).toBe('validation_failed');
    expect(await restrict(cookie, ['Northwind.example', 'northwind.example'])).toEqual({ done: true });
    expect(await query(api, cookie, 'organization.membershipRules')).toMatchObject({
      domains: ['northwind.example'],
    });
    const { members } = await query(api, cookie, 'member.list');
    expect(members).toMatchObject([{ outside: true }]);
    const invite = async (email: string) => {
      const input = { email, role: 'member' };
      return await callDashboard(api, 'mutation', 'member.invite', { cookie, input });
    };
    const refused = refusalIn(await invite('x@evil-northwind.example'));
    const issues = [{ path: '/email', message: 'must be an address at northwind.example' }];
    expect(refused).toMatchObject({ code: 'validation_failed', details: { issues } });
    expect((await invite('Mara@NORTHWIND.example')).status).toBe(200);
  });

  it('hold for invitations that were sent before', async () => {
    const { cookie, organizationId } = await signUpPerson(api);
    const email = `late-${organizationId}@acme.example`;
    const { id } = await mutate(api, cookie, 'member.invite', { email, role: 'member' });
    const token = await mailedToken(api, organizationId, email, 'invitation');
    await restrict(cookie, ['northwind.example']);
    expectCode(await post(api, 'invitation/join', { token, name: 'Lea', password: PASSWORD }), 'forbidden');
    expect(await mutate(api, cookie, 'member.resendInvitation', { id })).toBe('validation_failed');
    await restrict(cookie, []);
    expect((await post(api, 'invitation/join', { token, name: 'Lea', password: PASSWORD })).status).toBe(201);
  });
});
