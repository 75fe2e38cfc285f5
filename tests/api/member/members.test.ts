import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { ORGANIZATIONS_PER_DAY } from '#server/rates/rates.ts';
import {
  cookieIn,
  expectCode,
  mailedToken,
  mutate,
  pass,
  PASSWORD,
  post,
  query,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { sessionOf } from '../../support/session.ts';
import { findLiveGrant, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertTeam } from '#server/db/organizations/teams.ts';
import { insertMembership } from '#server/db/accounts/users.ts';

const api = useApi({ work: true });
const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

/** An organization with a session of each role. */
async function organization() {
  const tenant = await api.tenant();
  const { organizationId } = tenant;
  const cookies = {} as Record<(typeof ROLES)[number], string>;
  for (const role of ROLES) cookies[role] = await sessionOf(api, organizationId, role);
  const idOf = async (role: (typeof ROLES)[number]) =>
    (await whoIs(api, cookies[role])).json.user.id as string;
  const list = () => query(api, cookies.owner, 'member.list');
  return { ...tenant, cookies, idOf, list };
}
const actions = async (cookie: string) =>
  (await query(api, cookie, 'administrativeAction.list')).items.map(
    ({ action }: { action: string }) => action,
  );

/** Returns the invitation for a link, as its page shows it. */
const invitationOf = async (token: string) => (await post(api, 'invitation', { token })).json.invitation;

describe('an invitation', () => {
  it('makes an account of the address it was sent to, once', async () => {
    const { organizationId, cookies, list } = await organization();
    const email = 'new.colleague@acme.example';
    const { id } = await mutate(api, cookies.admin, 'member.invite', { email, role: 'viewer' });
    expect(id).toMatch(/^inv_/);
    const token = await mailedToken(api, organizationId, email, 'invitation');
    expect(await invitationOf(token)).toMatchObject({ email, role: 'viewer', hasAccount: false });
    const join = () => post(api, 'invitation/join', { token, name: 'Neo', password: PASSWORD });
    const joins = await Promise.all([join(), join()]);
    expect(joins.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { members, invitations } = await list();
    expect(invitations).toEqual([]);
    expect(members.find((one: { email: string }) => one.email === email)).toMatchObject({ role: 'viewer' });
    const cookie = joins.map(cookieIn).find((one) => one !== '') ?? '';
    expect((await whoIs(api, cookie)).json).toMatchObject({ role: 'viewer', user: { emailVerified: true } });
    expect(await invitationOf(token)).toBeNull();
    expect(await actions(cookies.owner)).toEqual(expect.arrayContaining(['member.invited', 'member.joined']));
  });

  it('is accepted at login by who has an account, also one without any organization', async () => {
    const { organizationId, cookies } = await organization();
    const person = await signUpPerson(api);
    await mutate(api, cookies.owner, 'member.invite', { email: person.email, role: 'member' });
    const invitation = await mailedToken(api, organizationId, person.email, 'invitation');
    const other = await signUpPerson(api);
    expectCode(await post(api, 'login', { email: other.email, password: PASSWORD, invitation }), 'forbidden');
    const answer = await post(api, 'login', { email: person.email, password: PASSWORD, invitation });
    expect(answer.status).toBe(200);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await whoIs(api, cookie)).json).toMatchObject({
      organization: { id: organizationId },
      role: 'member',
    });
    const { items } = await query(api, cookie, 'organization.list');
    expect(items).toHaveLength(2);
    expect(
      await mutate(api, cookie, 'account.switchOrganization', { organizationId: person.organizationId }),
    ).toEqual({ done: true });
    expect((await whoIs(api, cookie)).json.role).toBe('owner');
    const foreign = { organizationId: other.organizationId };
    expect(await mutate(api, cookie, 'account.switchOrganization', foreign)).toBe('not_found');
    const made = await mutate(api, cookie, 'organization.create', { name: 'Third' });
    expect((await whoIs(api, cookie)).json.organization).toEqual({ id: made.organizationId, name: 'Third' });
  });

  it('creates only so many organizations a day, each of which has quotas of its own', async () => {
    const { cookie } = await signUpPerson(api);
    const create = () => mutate(api, cookie, 'organization.create', { name: 'Another' });
    for (let made = 0; made < ORGANIZATIONS_PER_DAY; made += 1)
      expect(await create()).toMatchObject({ organizationId: expect.any(String) });
    expect(await create()).toBe('rate_limited');
  });

  it('is sent again with a new link, revoked, and expires', async () => {
    const { organizationId, cookies, list } = await organization();
    const email = 'slow@acme.example';
    const { id } = await mutate(api, cookies.owner, 'member.invite', { email, role: 'admin' });
    const first = await mailedToken(api, organizationId, email, 'invitation');
    const twice = await mutate(api, cookies.owner, 'member.invite', { email, role: 'viewer' });
    expect(twice).toBe('validation_failed');
    pass(api, LIMITS.invitationLifeMs + 1);
    expect(await invitationOf(first)).toBeNull();
    const owner = await sessionOf(api, organizationId, 'owner');
    expect((await query(api, owner, 'member.list')).invitations[0]).toMatchObject({ expired: true });
    expect(await mutate(api, owner, 'member.resendInvitation', { id })).toBeUndefined();
    const second = await mailedToken(api, organizationId, email, 'invitation', 2);
    expect(await invitationOf(first)).toBeNull();
    expect(await invitationOf(second)).toMatchObject({ role: 'admin' });
    expect(await mutate(api, owner, 'member.revokeInvitation', { id })).toBeUndefined();
    expect(await invitationOf(second)).toBeNull();
    expect(await mutate(api, owner, 'member.resendInvitation', { id })).toBe('invalid_state');
    expect((await list()).invitations ?? []).toEqual([]);
    const stranger = await organization();
    expect(await mutate(api, stranger.cookies.owner, 'member.revokeInvitation', { id })).toBe('not_found');
  });

  it('is accepted by the person who is signed in, if it was sent to them', async () => {
    const { organizationId, cookies } = await organization();
    const person = await signUpPerson(api);
    await mutate(api, cookies.owner, 'member.invite', { email: person.email, role: 'viewer' });
    const token = await mailedToken(api, organizationId, person.email, 'invitation');
    const other = await signUpPerson(api);
    expectCode(await post(api, 'invitation/accept', { token }, other.cookie), 'forbidden');
    expectCode(await post(api, 'invitation/accept', { token }), 'unauthorized');
    expect((await post(api, 'invitation/accept', { token }, person.cookie)).status).toBe(204);
    expect((await whoIs(api, person.cookie)).json).toMatchObject({
      organization: { id: organizationId },
      role: 'viewer',
    });
    const { items } = await query(api, person.cookie, 'account.activity');
    const methods = items.map(({ details }: { details: { method?: string } | null }) => details?.method);
    expect(methods.sort()).toEqual(['invitation', 'sign_up']);
    expectCode(await post(api, 'invitation/accept', { token }, person.cookie), 'unauthorized');
  });
});

describe('an invitation of somebody who is removed or demoted', () => {
  let addresses = 0;
  /** An organization in which the administrator has invited someone. */
  async function invited(role: string, by: (typeof ROLES)[number] = 'admin') {
    const place = await organization();
    const email = `second.address${(addresses += 1)}@acme.example`;
    const { id } = await mutate(api, place.cookies[by], 'member.invite', { email, role });
    const mailed = (count = 1) => mailedToken(api, place.organizationId, email, 'invitation', count);
    const token = await mailed();
    const owner = (procedure: string, input: unknown) => mutate(api, place.cookies.owner, procedure, input);
    const userId = await place.idOf(by);
    const join = (with_ = token) =>
      post(api, 'invitation/join', { token: with_, name: 'Mallory', password: PASSWORD });
    return { ...place, id, email, token, mailed, join, userId, owner };
  }

  it('brings nobody in any more, and the audit log says that it was revoked', async () => {
    const { owner, userId, token, join, list, cookies, email } = await invited('admin');
    expect(await owner('member.remove', { userId })).toBeUndefined();
    expect(await invitationOf(token)).toBeNull();
    expectCode(await join(), 'unauthorized');
    const { members, invitations } = await list();
    expect([invitations, members.map((one: { email: string }) => one.email)]).toEqual([
      [],
      expect.not.arrayContaining([email]),
    ]);
    const { items } = await query(api, cookies.owner, 'administrativeAction.list');
    expect(items.find(({ action }: { action: string }) => action === 'invitation.revoked')).toMatchObject({
      actorName: 'Rita owner',
      subjectName: email,
      details: { role: 'admin' },
    });
  });

  it('ends also when they leave by themselves', async () => {
    const { cookies, join } = await invited('member');
    expect(await mutate(api, cookies.admin, 'organization.leave')).toEqual({ done: true });
    expectCode(await join(), 'unauthorized');
  });

  it.each([
    ['owner', 'owner', 'admin', 401],
    ['owner', 'admin', 'admin', 201],
    ['owner', 'admin', 'member', 401],
    ['admin', 'viewer', 'member', 401],
  ] as const)('of an %s to %s answers them who are made %s: %i', async (by, role, to, status) => {
    const { organizationId, userId, join } = await invited(role, by);
    const other = await sessionOf(api, organizationId, 'owner');
    expect(await mutate(api, other, 'member.changeRole', { userId, role: to })).toBeUndefined();
    expect((await join()).status).toBe(status);
    const revoked = ((await actions(other)) as string[]).filter((one) => one === 'invitation.revoked');
    expect(revoked).toHaveLength(status === 401 ? 1 : 0);
  });

  it('goes on in the name of someone else who has sent it again', async () => {
    const { owner, id, userId, mailed, token, join, list } = await invited('admin');
    expect(await owner('member.resendInvitation', { id })).toBeUndefined();
    const second = await mailed(2);
    expect(await owner('member.remove', { userId })).toBeUndefined();
    expect((await list()).invitations).toHaveLength(1);
    expectCode(await join(token), 'unauthorized');
    expect((await join(second)).status).toBe(201);
  });

  it('is accepted before they are removed or not at all, also at the same moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { owner, userId, join, list, email } = await invited('admin');
      const [joined, removed] = await Promise.all([join(), owner('member.remove', { userId })]);
      expect(removed).toBeUndefined();
      const { members, invitations } = await list();
      const isMember = members.some((one: { email: string }) => one.email === email);
      expect([isMember, invitations]).toEqual([joined.status === 201, []]);
      expect([201, 401]).toContain(joined.status);
    }
  });
});

describe('roles', () => {
  it.each([
    ['owner', 'owner', 'admin', true],
    ['owner', 'viewer', 'owner', true],
    ['admin', 'viewer', 'admin', true],
    ['admin', 'admin', 'viewer', true],
    ['admin', 'viewer', 'owner', false],
    ['admin', 'owner', 'viewer', false],
    ['member', 'viewer', 'member', false],
    ['viewer', 'viewer', 'admin', false],
  ] as const)('%s makes %s to %s: %s', async (actor, target, role, allowed) => {
    const { cookies, idOf } = await organization();
    const answer = await mutate(api, cookies[actor], 'member.changeRole', {
      userId: await idOf(target),
      role,
    });
    expect(answer).toBe(allowed ? undefined : 'forbidden');
  });

  it('invite and remove within the same bounds', async () => {
    const { cookies, idOf } = await organization();
    const invite = (role: string) =>
      mutate(api, cookies.admin, 'member.invite', { email: 'x@acme.example', role });
    expect(await invite('owner')).toBe('forbidden');
    expect(await invite('root')).toBe('validation_failed');
    expect(await mutate(api, cookies.admin, 'member.remove', { userId: await idOf('owner') })).toBe(
      'forbidden',
    );
    const other = await organization();
    const foreign = { userId: await other.idOf('viewer') };
    expect(await mutate(api, cookies.owner, 'member.remove', foreign)).toBe('not_found');
    expect(await mutate(api, cookies.owner, 'member.changeRole', { ...foreign, role: 'admin' })).toBe(
      'not_found',
    );
  });

  it('leave one owner, of two who go at the same moment', async () => {
    const { organizationId, cookies, userId, idOf } = await organization();
    // The tenant's own owner leaves first, so that two are left.
    const second = await sessionOf(api, organizationId, 'owner');
    expect(await mutate(api, cookies.owner, 'member.remove', { userId })).toBeUndefined();
    const owners = { first: await idOf('owner'), second: (await whoIs(api, second)).json.user.id as string };
    const outcomes = await Promise.all([
      mutate(api, cookies.owner, 'member.changeRole', { userId: owners.first, role: 'admin' }),
      mutate(api, second, 'organization.leave'),
    ]);
    expect(outcomes.filter((one) => one === 'invalid_state')).toHaveLength(1);
    expect(outcomes.filter((one) => typeof one !== 'string')).toHaveLength(1);
    expect(
      (await query(api, cookies.admin, 'member.list')).members.map((one: { role: string }) => one.role),
    ).toContain('owner');
  });
});

describe('who is removed', () => {
  it('loses sessions here and the API keys they made, and that is written down', async () => {
    const { cookies, idOf, organizationId } = await organization();
    const { secret } = await mutate(api, cookies.admin, 'apiKey.create', { name: 'Script' });
    const ping = () => api.ask('GET /api/v1/ping', { key: secret });
    expect((await ping()).status).toBe(200);
    pass(api, 1000);
    expect(
      await mutate(api, cookies.owner, 'member.remove', { userId: await idOf('admin') }),
    ).toBeUndefined();
    expectCode(await whoIs(api, cookies.admin), 'unauthorized');
    expectCode(await ping(), 'unauthorized');
    const written = (await actions(cookies.owner)) as string[];
    expect(written.slice(0, 2).sort()).toEqual(['api_key.revoked', 'member.removed']);
    expect(await mutate(api, cookies.viewer, 'organization.leave')).toEqual({ done: true });
    expectCode(await whoIs(api, cookies.viewer), 'unauthorized');
    expect(organizationId).toMatch(/^org_/);
  });

  it('ends their agents, which no later invitation restores', async () => {
    const { cookies, idOf, organizationId } = await organization();
    const userId = await idOf('member');
    const id = api.services.newId('grant');
    const grant = {
      id,
      organizationId,
      userId,
      clientId: 'client',
      clientName: 'Robot',
      redirectHost: 'app.example',
      requestHash: null,
    };
    await transaction(api.services.db, { organizationId }, (tx) =>
      insertGrant(tx, {
        ...grant,
        scopes: ['envelopes:read'],
        asksFirst: false,
        createdAt: api.services.clock(),
      }),
    );
    expect(await mutate(api, cookies.owner, 'member.remove', { userId })).toBeUndefined();
    const live = await transaction(api.services.db, { organizationId }, async (tx) => {
      await insertMembership(tx, { organizationId, userId, role: 'member' }, api.services.clock());
      return await findLiveGrant(tx, organizationId, id);
    });
    expect(live).toBeNull();
    expect(await actions(cookies.owner)).toContain('agent.ended');
  });

  it('keeps keys as a member, and loses them as a viewer', async () => {
    const { cookies, idOf } = await organization();
    const { secret } = await mutate(api, cookies.admin, 'apiKey.create', { name: 'Script' });
    const ping = async () => (await api.ask('GET /api/v1/ping', { key: secret })).status;
    const userId = await idOf('admin');
    await mutate(api, cookies.owner, 'member.changeRole', { userId, role: 'member' });
    expect(await ping()).toBe(200);
    await mutate(api, cookies.owner, 'member.changeRole', { userId, role: 'viewer' });
    expect(await ping()).toBe(401);
  });
});

describe('teams and the name', () => {
  it('makes no more teams than there may be, also when two ask at once', async () => {
    const { cookies, organizationId } = await organization();
    await transaction(api.services.db, { organizationId }, async (tx) => {
      for (let i = 2; i < LIMITS.teamsMax; i++) {
        const team = {
          id: api.services.newId('team'),
          name: `Team ${i}`,
          isPrivate: false,
          createdAt: api.services.clock(),
        };
        await insertTeam(tx, organizationId, team);
      }
    });
    const answers = await Promise.all(
      ['Last', 'One too many', 'Another'].map((name) => mutate(api, cookies.owner, 'team.create', { name })),
    );
    expect(answers.filter((answer) => answer === 'validation_failed')).toHaveLength(2);
  });

  it('are made, renamed, deleted while nothing belongs to them, and never all', async () => {
    const { cookies, teamId } = await organization();
    const call = (procedure: string, input: unknown) => mutate(api, cookies.admin, procedure, input);
    const { id } = await call('team.create', { name: 'Sales' });
    expect(await call('team.create', { name: 'SALES' })).toBe('validation_failed');
    expect(await call('team.change', { id, name: 'general' })).toBe('validation_failed');
    expect(await call('team.change', { id, name: 'Field sales' })).toMatchObject({ id, name: 'Field sales' });
    const { apiKey } = await call('apiKey.create', { name: 'Key of sales', teamId: id });
    expect(apiKey.name).toBe('Key of sales');
    expect(await call('apiKey.create', { name: 'x', teamId: 'team_x' })).toBe('validation_failed');
    expect(await call('team.delete', { id })).toBe('invalid_state');
    const empty = await call('team.create', { name: 'Empty' });
    expect(await call('team.delete', { id: empty.id })).toBeUndefined();
    expect(await call('team.delete', { id: empty.id })).toBe('not_found');
    const other = await organization();
    expect(await mutate(api, other.cookies.owner, 'team.change', { id, name: 'x' })).toBe('not_found');
    expect(await mutate(api, other.cookies.owner, 'team.delete', { id })).toBe('not_found');
    expect(await mutate(api, cookies.member, 'team.create', { name: 'x' })).toBe('forbidden');
    expect(teamId).toMatch(/^team_/);
    expect(await call('organization.rename', { name: 'Acme Neu' })).toEqual({ done: true });
    expect((await whoIs(api, cookies.viewer)).json.organization.name).toBe('Acme Neu');
    expect(await actions(cookies.owner)).toEqual(
      expect.arrayContaining(['team.created', 'team.renamed', 'team.deleted', 'organization.renamed']),
    );
  });
});
