import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#domain/organization/role.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { insertMembership } from '#server/db/accounts/users.ts';
import {
  enroll,
  logIn,
  mutate,
  PASSWORD,
  post,
  whoIs,
  cookieIn,
  mailedToken,
} from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { startIdentityProvider, type IdentityProviderServer } from '../../support/identity-provider.ts';
import { sessionOf } from '../../support/session.ts';
import { Browser, connected, locationOf, oidcSettings, signInByOidc } from '../../support/single-sign-on.ts';

const dns = await startDnsServer();
let idp: IdentityProviderServer;
beforeAll(async () => {
  idp = await startIdentityProvider('http://localhost:3000/sso');
});
afterAll(async () => {
  await idp?.close();
  await dns.close();
});
const api = useApi({ env: { DNS_SERVERS: dns.address, SIGNUP: 'open' }, work: true });

/**
 * Someone with an account and a password who belongs to their own organization and to one with a connection.
 */
async function memberWithPassword(place: Awaited<ReturnType<typeof connected>>, role: Role, name: string) {
  const email = `${name}@${place.domain}`;
  const account = { organization: 'Own', name: 'Pia Person', email, password: PASSWORD };
  const cookie = cookieIn(await post(api, 'sign-up', account));
  const userId = (await whoIs(api, cookie)).json.user.id as string;
  const { organizationId } = place.tenant;
  await transaction(api.services.db, { organizationId }, (tx) =>
    insertMembership(tx, { organizationId, userId, role }, api.services.clock()),
  );
  return { email, cookie, userId };
}

/** Has an administrator test a connection by signing in. */
async function test(place: Awaited<ReturnType<typeof connected>>, email: string, claims: object = {}) {
  const { userId, organizationId } = place.tenant;
  const nowhere = { ipAddress: null, userAgent: null };
  const starting = { userId, organizationId, secondFactor: true };
  const { token } = await api.services.sessions.start(starting, nowhere);
  const browser = new Browser(api);
  browser.cookies.set('countersign_session', token);
  const answer = await api.call('POST', '/api/trpc/singleSignOn.test', {
    headers: { cookie: browser.cookie, origin: 'http://localhost:3000' },
    body: { id: place.id },
  });
  browser.keep(answer.headers);
  idp.people.set(`tester of ${place.id}`, { email, email_verified: true, ...claims });
  const query = await idp.signIn(answer.json.result.data.url, `tester of ${place.id}`);
  return locationOf(await browser.visit(`/sso/${place.id}?${query}`));
}

async function enforced() {
  const place = await connected(api, dns, oidcSettings(idp));
  const owner = await memberWithPassword(place, 'owner', 'owner');
  const { codeNow } = await enroll(api, owner.cookie);
  await test(place, `tester@${place.domain}`);
  const member = await memberWithPassword(place, 'member', 'member');
  await place.owner.singleSignOn.switch({ id: place.id, enabled: true, enforced: true });
  return { ...place, ownerPerson: { ...owner, codeNow }, member };
}

describe('testing a connection', () => {
  it('says what a sign-in would come to, without a session or a member', async () => {
    const place = await connected(api, dns, oidcSettings(idp), { enabled: false });
    expect(await test(place, `tester@${place.domain}`)).toBe(`/settings/single-sign-on?tested=${place.id}`);
    const { connections } = await place.owner.singleSignOn.get({});
    expect(connections[0]?.testedAt).not.toBeNull();
    expect((await place.owner.member.list({})).members).toHaveLength(1);
    expect(await test(place, 'tester@elsewhere.example')).toBe(
      `/settings/single-sign-on?tested=${place.id}&problem=foreign_domain`,
    );
  });

  it('has to be done again when the provider changes', async () => {
    const place = await connected(api, dns, oidcSettings(idp));
    await test(place, `tester@${place.domain}`);
    const testedAt = async () => (await place.owner.singleSignOn.get({})).connections[0]?.testedAt;
    await place.owner.singleSignOn.change({ ...place.body, id: place.id, name: 'Renamed' });
    // A secret that is entered again may be different.
    expect(await testedAt()).toBeNull();
    await test(place, `tester@${place.domain}`);
    const { clientSecret: _secret, ...kept } = place.body.settings as { clientSecret?: string };
    await place.owner.singleSignOn.change({ ...place.body, id: place.id, settings: kept as never });
    expect(await testedAt()).not.toBeNull();
  });
});

describe('requiring single sign-on', () => {
  it('needs a test that passed and an owner with a second factor', async () => {
    const place = await connected(api, dns, oidcSettings(idp));
    const require = () => place.owner.singleSignOn.switch({ id: place.id, enabled: true, enforced: true });
    await expect(require()).rejects.toThrow('Test the connection first.');
    await test(place, `tester@${place.domain}`);
    await expect(require()).rejects.toThrow('An owner needs an authenticator app');
    const owner = await memberWithPassword(place, 'owner', 'owner');
    await enroll(api, owner.cookie);
    await require();
    await expect(place.owner.singleSignOn.change({ ...place.body, id: place.id })).rejects.toMatchObject({
      cause: { code: 'invalid_state' },
    });
  });

  it('keeps members out who only have their password, and says why', async () => {
    const { member, domain } = await enforced();
    for (const [email, password] of [
      [member.email, PASSWORD],
      [member.email, 'wrong'],
      [`nobody@${domain}`, 'wrong'],
    ] as const) {
      const { status, json } = await logIn(api, email, password);
      expect([status, json.details.reason]).toEqual([401, 'single_sign_on_required']);
    }
  });

  it('ends the password sessions of domains that come under it later', async () => {
    const place = await enforced();
    const { domains } = await place.owner.singleSignOn.get({});
    const id = domains.find(({ domain }) => domain === place.domain)?.id ?? '';
    await place.owner.singleSignOn.assignDomain({ id, connectionId: null });
    const browser = new Browser(api);
    browser.keep((await logIn(api, place.member.email, PASSWORD)).headers);
    expect(await browser.who()).toMatchObject({ user: { id: place.member.userId } });
    await place.owner.singleSignOn.assignDomain({ id, connectionId: place.id });
    expect(await browser.who()).toBeNull();
  });

  it('lets them in with the provider', async () => {
    const { id, member, tenant } = await enforced();
    idp.people.set(member.email, { email: member.email, email_verified: true });
    const browser = new Browser(api);
    await signInByOidc(browser, idp, id, { email: member.email, login: member.email });
    expect(await browser.who()).toMatchObject({
      user: { id: member.userId },
      organization: { id: tenant.organizationId },
    });
  });

  it('lets an owner in with password and second factor', async () => {
    const { ownerPerson } = await enforced();
    const first = await logIn(api, ownerPerson.email);
    expect(first.json).toMatchObject({ secondFactorRequired: true });
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const body = { code: ownerPerson.codeNow() };
    expect((await post(api, 'login/second-factor', body, cookieIn(first))).status).toBe(200);
  });

  it('keeps an owner out who has no second factor', async () => {
    const place = await enforced();
    const other = await memberWithPassword(place, 'owner', 'second');
    expect((await logIn(api, other.email)).status).toBe(401);
  });

  it('leaves people of other domains their passwords', async () => {
    const { tenant } = await enforced();
    const outsider = await sessionOf(api, tenant.organizationId, 'member');
    const { email } = (await whoIs(api, outsider)).json.user;
    expect((await logIn(api, email, 'wrong')).json.details.reason).toBeUndefined();
  });

  it('ends the password sessions of its members in the organization', async () => {
    const place = await connected(api, dns, oidcSettings(idp));
    const owner = await memberWithPassword(place, 'owner', 'owner');
    await enroll(api, owner.cookie);
    const member = await memberWithPassword(place, 'member', 'member');
    const audit = { ipAddress: null, userAgent: null };
    const { organizationId } = place.tenant;
    const { sessions } = api.services;
    const starting = { userId: member.userId, organizationId, secondFactor: false };
    const { token: byPassword } = await sessions.start(starting, audit);
    const { token: byProvider } = await sessions.start({ ...starting, singleSignOn: true }, audit);
    await test(place, `tester@${place.domain}`);
    await place.owner.singleSignOn.switch({ id: place.id, enabled: true, enforced: true });
    expect(await sessions.validate(byPassword)).toBeNull();
    expect(await sessions.validate(byProvider)).not.toBeNull();
    // Their session elsewhere stays, but doesn't give access.
    const { json } = await api.call('POST', '/api/trpc/account.switchOrganization', {
      headers: { cookie: member.cookie, origin: 'http://localhost:3000' },
      body: { organizationId },
    });
    expect(json.error.data.refusal.code).toBe('forbidden');
  });

  it('has people join with the provider instead of a password', async () => {
    const place = await enforced();
    const email = `new@${place.domain}`;
    await place.owner.member.invite({ email, role: 'admin' });
    const token = await mailedToken(api, place.tenant.organizationId, email, 'invitation');
    const joining = await post(api, 'invitation/join', { token, name: 'New', password: PASSWORD });
    expect([joining.status, joining.json.details.reason]).toEqual([401, 'single_sign_on_required']);
    idp.people.set(email, { email, email_verified: true });
    const browser = new Browser(api);
    await signInByOidc(browser, idp, place.id, { email, login: email });
    expect(await browser.who()).toMatchObject({ role: 'admin' });
  });

  it("isn't lifted by administrators who aren't owners, by any route", async () => {
    const place = await enforced();
    const admin = await sessionOf(api, place.tenant.organizationId, 'admin');
    const { id, domainId } = place;
    for (const [procedure, input] of [
      ['switch', { id, enabled: true, enforced: false }],
      ['delete', { id }],
      ['removeDomain', { id: domainId }],
      ['assignDomain', { id: domainId, connectionId: null }],
      ['revokeToken', {}],
    ] as const)
      expect([procedure, await mutate(api, admin, `singleSignOn.${procedure}`, input)]).toEqual([
        procedure,
        'forbidden',
      ]);
    expect((await logIn(api, place.member.email)).json.details.reason).toBe('single_sign_on_required');
  });

  it('ends with the domain or the connection', async () => {
    const first = await enforced();
    await first.owner.singleSignOn.removeDomain({ id: first.domainId });
    expect((await logIn(api, first.member.email)).status).toBe(200);
    const second = await enforced();
    await second.owner.singleSignOn.delete({ id: second.id });
    expect((await logIn(api, second.member.email)).status).toBe(200);
  });
});
