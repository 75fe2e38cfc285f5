import { describe, expect, it } from 'vitest';
import { insertMembership } from '#server/db/accounts/users.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { approveName, suspend, unsuspend } from '#server/organizations/change-standing.ts';
import {
  expectCode,
  logIn,
  mailedToken,
  mutate,
  PASSWORD,
  post,
  query,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { agentOf } from '../../support/agent.ts';
import { useApi } from '../../support/api.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });
const SUSPENDED = { code: 'forbidden', details: { reason: 'organization_suspended' } };

/** An organization with a sent envelope, and the link of its signer. */
async function sending() {
  const tenant = await api.tenant();
  const { id } = (await sendDraft(api, tenant.apiKey)).envelope;
  const [mail] = await api.mails(tenant.organizationId, 1);
  const token = /#token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  return { ...tenant, envelopeId: id, token };
}

describe('a suspended organization', () => {
  it('has no working links, keys or agents until the suspension ends', async () => {
    const { organizationId, apiKey, token } = await sending();
    const agent = await agentOf(api, organizationId, { scopes: ['envelopes:read'] });
    const answers = async () => [
      await api.call('GET', '/api/v1/ping', { key: apiKey }),
      await api.call('GET', '/api/v1/ping', { key: agent.token }),
      await api.call('GET', '/api/signer/invitation', { key: token }),
      await api.call('GET', '/api/signer/envelope', { key: token }),
    ];
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await suspend(api.services, organizationId, 'phishing')).toContain('is suspended');
    const [key, robot, invitation, envelope] = await answers();
    expect([key?.status, robot?.status, invitation?.status, envelope?.status]).toEqual([403, 403, 401, 401]);
    expect(key?.json).toMatchObject(SUSPENDED);
    expect(robot?.json).toMatchObject(SUSPENDED);
    expect(envelope?.json).toMatchObject({ code: 'unauthorized', details: { reason: 'link_suspended' } });
    await unsuspend(api.services, organizationId);
    expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('lets members sign in and read, but not send, and logs what the operator did', async () => {
    const { organizationId, envelopeId } = await sending();
    const cookie = await sessionOf(api, organizationId);
    await suspend(api.services, organizationId, 'phishing');
    expect((await whoIs(api, cookie)).status).toBe(200);
    expect((await query(api, cookie, 'envelope.list')).items).toHaveLength(1);
    const input = { id: envelopeId, expectedVersion: 3 };
    const refused = await callDashboard(api, 'mutation', 'envelope.remind', { cookie, input });
    expect(refusalIn(refused)).toMatchObject(SUSPENDED);
    const invite = { email: 'new@acme.example', role: 'member' };
    expect(await mutate(api, cookie, 'member.invite', invite)).toBe('forbidden');
    const { items } = await query(api, cookie, 'administrativeAction.list');
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'organization.suspended', details: { reason: 'phishing' } }),
    );
  });

  it('does not begin again as another one of its owner, and its directory changes nothing', async () => {
    const { organizationId, cookie } = await signUpPerson(api);
    const { token } = await mutate(api, cookie, 'singleSignOn.createToken', {});
    await suspend(api.services, organizationId, 'phishing');
    const answer = await callDashboard(api, 'mutation', 'organization.create', {
      cookie,
      input: { name: 'Phoenix' },
    });
    expect(refusalIn(answer)).toMatchObject(SUSPENDED);
    const headers = { authorization: `Bearer ${token}` };
    expect((await api.call('GET', '/scim/v2/Users', { headers })).status).toBe(403);
    await unsuspend(api.services, organizationId);
    expect((await api.call('GET', '/scim/v2/Users', { headers })).status).toBe(200);
    expect(await mutate(api, cookie, 'organization.create', { name: 'Phoenix' })).toMatchObject({
      organizationId: expect.any(String),
    });
  });

  it('does not begin again as another one of its administrator, and nobody joins it', async () => {
    const person = await signUpPerson(api);
    const { organizationId } = await api.tenant();
    await transaction(api.services.db, { organizationId }, (tx) =>
      insertMembership(tx, { organizationId, userId: person.userId, role: 'admin' }, api.clock.now),
    );
    const owner = await sessionOf(api, organizationId);
    const email = 'joining@acme.example';
    await mutate(api, owner, 'member.invite', { email, role: 'member' });
    const token = await mailedToken(api, organizationId, email, 'invitation');
    const invitation = async () => (await post(api, 'invitation', { token })).json.invitation;
    const join = () => post(api, 'invitation/join', { token, name: 'Joe', password: PASSWORD });
    const found = { cookie: person.cookie, input: { name: 'Phoenix' } };
    expect(await invitation()).not.toBeNull();
    await suspend(api.services, organizationId, 'phishing');
    const answer = await callDashboard(api, 'mutation', 'organization.create', found);
    expect(refusalIn(answer)).toMatchObject(SUSPENDED);
    // Nor do they step down first.
    const { cookie, userId } = person;
    await mutate(api, cookie, 'account.switchOrganization', { organizationId });
    for (const [procedure, input] of [
      ['organization.leave', {}],
      ['member.remove', { userId }],
      ['member.changeRole', { userId, role: 'viewer' }],
    ] as const) {
      const stepped = await callDashboard(api, 'mutation', procedure, { cookie, input });
      expect(refusalIn(stepped), procedure).toMatchObject(SUSPENDED);
    }
    expect(await invitation()).toBeNull();
    expect((await join()).status).toBe(401);
    // The invitation waits, and isn't lost.
    await unsuspend(api.services, organizationId);
    expect(await invitation()).toMatchObject({ email });
    expect((await join()).status).toBe(201);
  });

  it('emails nothing, except to its members about their own accounts', async () => {
    const person = await signUpPerson(api);
    const { organizationId, email } = person;
    const before = (await api.mails(organizationId, 1)).length;
    await suspend(api.services, organizationId, 'phishing');
    const verdict = await api.services.mail.send({
      organizationId,
      to: { name: 'Ada', email: 'ada@acme.example' },
      from: { name: 'Acme', email: 'sign@acme.example' },
      replyTo: null,
      subject: 'Please sign',
      text: 'Please sign',
      html: '<p>Please sign</p>',
      messageId: `held-${organizationId}@acme.example`,
      headers: {},
    });
    expect(verdict).toMatchObject({ accepted: false, permanent: true });
    expect((await logIn(api, email)).status).toBe(200);
    await post(api, 'password-reset', { email });
    const mails = await api.mails(organizationId, before + 1);
    expect(mails.map(({ recipient }) => recipient)).not.toContain('ada@acme.example');
  });

  it('is not suspended twice, and only exists if it does', async () => {
    const { organizationId } = await api.tenant();
    await suspend(api.services, organizationId, 'phishing');
    expect(await suspend(api.services, organizationId, 'again')).toContain('already');
    await expect(suspend(api.services, 'org_unknown', 'phishing')).rejects.toThrow('no organization');
  });
});

describe('an organization that is called like a well-known service', () => {
  it('prepares but does not send before its name was approved', async () => {
    const { organizationId, apiKey } = await api.tenant('Pаypal Support');
    const { id, version } = (await createDraft(api, apiKey)).json.envelope;
    const send = () =>
      api.call('POST', `/api/v1/envelopes/${id}/send`, { key: apiKey, body: { expectedVersion: version } });
    const refused = await send();
    expectCode(refused, 'forbidden');
    expect(refused.json.details.reason).toBe('name_held');
    const cookie = await sessionOf(api, organizationId);
    const invite = { email: 'new@acme.example', role: 'member' };
    expect(await mutate(api, cookie, 'member.invite', invite)).toBe('forbidden');
    await approveName(api.services, organizationId, null);
    expect((await send()).status).toBe(200);
    const actions = (await query(api, cookie, 'administrativeAction.list')).items;
    expect(actions.map(({ action }: { action: string }) => action)).toContain('organization.name_approved');
  });

  it('is held again when it is renamed to another such name', async () => {
    const { organizationId, apiKey } = await api.tenant('Acme GmbH');
    const cookie = await sessionOf(api, organizationId);
    await mutate(api, cookie, 'organization.rename', { name: 'DocuSign' });
    const { id, version } = (await createDraft(api, apiKey)).json.envelope;
    const body = { expectedVersion: version };
    const refused = await api.call('POST', `/api/v1/envelopes/${id}/send`, { key: apiKey, body });
    expect(refused.json).toMatchObject({ code: 'forbidden', details: { reason: 'name_held' } });
  });

  it('is not the only one: a sender with such a name waits too', async () => {
    const { apiKey } = await api.tenant();
    const { id, version } = (await createDraft(api, apiKey)).json.envelope;
    const sender = { name: 'Microsoft Security', email: 'sec@acme.example' };
    const changed = await api.call('PUT', `/api/v1/envelopes/${id}/draft`, { key: apiKey, body: { sender } });
    expect(changed.status).toBe(200);
    const body = { expectedVersion: version + 1 };
    const refused = await api.call('POST', `/api/v1/envelopes/${id}/send`, { key: apiKey, body });
    expect(refused.json).toMatchObject({ code: 'forbidden', details: { reason: 'name_held' } });
  });
});
