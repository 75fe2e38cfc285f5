import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { insertMembership } from '#server/db/accounts/users.ts';
import { suspend, unsuspend } from '#server/organizations/change-standing.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { LIMITS } from '#domain/limits.ts';
import { cookieIn, logIn, mutate, pass, signUpPerson, whoIs } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { startIdentityProvider, type IdentityProviderServer } from '../../support/identity-provider.ts';
import { ownerOf } from '../../support/person.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';
import { sentForSession } from '../../support/sessions.ts';
import {
  Browser,
  connected,
  locationOf,
  oidcSettings,
  signInByOidc,
  verifiedDomain,
} from '../../support/single-sign-on.ts';

const dns = await startDnsServer();
let idp: IdentityProviderServer;
let otherIdp: IdentityProviderServer;
beforeAll(async () => {
  idp = await startIdentityProvider('http://localhost:3000/sso');
  otherIdp = await startIdentityProvider('http://localhost:3000/sso');
});
afterAll(async () => {
  await idp?.close();
  await otherIdp?.close();
  await dns.close();
});
beforeEach(() => {
  idp.fail(null);
  idp.tamper(null);
});
const api = useApi({ env: { DNS_SERVERS: dns.address, SIGNUP: 'open' } });

/** A connection, and a person with an account at its provider. */
async function withPerson(options: Parameters<typeof connected>[3] = {}, claims: object = {}) {
  const place = await connected(api, dns, oidcSettings(idp), options);
  const login = `alice at ${place.domain}`;
  const email = `alice@${place.domain}`;
  idp.people.set(login, { email, email_verified: true, name: 'Alice Adams', ...claims });
  return { ...place, login, email };
}

const problem = (name: string) => `/login/single-sign-on?problem=${name}`;

describe('signing in with OpenID Connect', () => {
  it('makes a member of someone new, with the name and the address of the provider', async () => {
    const { tenant, owner, id, email, login } = await withPerson({ joiningRole: 'viewer' });
    const browser = new Browser(api);
    const place = await signInByOidc(browser, idp, id, { email, login, next: '/templates?q=x' });
    expect(place).toBe('/templates?q=x');
    expect(await browser.who()).toMatchObject({
      user: { name: 'Alice Adams', email, emailVerified: true },
      organization: { id: tenant.organizationId },
      role: 'viewer',
    });
    const { items } = await owner.administrativeAction.list({});
    expect(items.find(({ action }) => action === 'member.joined')).toMatchObject({
      subjectName: 'Alice Adams',
      details: { role: 'viewer', singleSignOn: 'Example ID' },
    });
  });

  it('is the same member the next time, also after the address at the provider changed', async () => {
    const { id, email, login, domain } = await withPerson({}, { sub: 'alice-1' });
    const first = new Browser(api);
    await signInByOidc(first, idp, id, { email, login });
    idp.people.set(login, { sub: 'alice-1', email: `adams@${domain}`, email_verified: true });
    const second = new Browser(api);
    expect(await signInByOidc(second, idp, id, { email, login })).toBe('/envelopes');
    expect((await second.who()).user).toEqual((await first.who()).user);
  });

  it('uses an invitation that waits for the address', async () => {
    const { owner, id, email, login } = await withPerson({ createsMembers: false });
    await owner.member.invite({ email, role: 'admin' });
    const browser = new Browser(api);
    await signInByOidc(browser, idp, id, { email, login });
    expect(await browser.who()).toMatchObject({ role: 'admin' });
    expect((await owner.member.list({})).invitations).toEqual([]);
  });

  it('uses no invitation whose inviter is gone', async () => {
    const { tenant, owner, id, email, login } = await withPerson({ joiningRole: 'viewer' });
    const admin = await sessionOf(api, tenant.organizationId, 'admin');
    await mutate(api, admin, 'member.invite', { email, role: 'admin' });
    const { members } = await owner.member.list({});
    await owner.member.remove({ userId: members.find(({ role }) => role === 'admin')?.userId ?? '' });
    const browser = new Browser(api);
    await signInByOidc(browser, idp, id, { email, login });
    expect(await browser.who()).toMatchObject({ role: 'viewer' });
  });

  it('makes nobody a member while the organization is suspended', async () => {
    const { tenant, owner, id, email, login } = await withPerson({ joiningRole: 'viewer' });
    await owner.member.invite({ email, role: 'admin' });
    await suspend(api.services, tenant.organizationId, 'phishing');
    const browser = new Browser(api);
    await signInByOidc(browser, idp, id, { email, login });
    expect(await browser.who()).toBeNull();
    await unsuspend(api.services, tenant.organizationId);
    await signInByOidc(browser, idp, id, { email, login });
    expect(await browser.who()).toMatchObject({ role: 'admin' });
  });

  it('takes two first sign-ins at once for one person', async () => {
    const { owner, id, email, login } = await withPerson();
    const browsers = [new Browser(api), new Browser(api)];
    const queries: string[] = [];
    for (const browser of browsers) queries.push(await idp.signIn(await browser.start(email), login));
    const places = await Promise.all(
      browsers.map((browser, at) => browser.visit(`/sso/${id}?${queries[at] ?? ''}`)),
    );
    expect(places.map(locationOf)).toEqual(['/envelopes', '/envelopes']);
    expect((await owner.member.list({})).members).toHaveLength(2);
  });
});

describe('what an identity provider cannot do', () => {
  it('sign in an address outside of the verified domains', async () => {
    const { id, email, login } = await withPerson({}, { email: 'boss@elsewhere.example' });
    const browser = new Browser(api);
    expect(await signInByOidc(browser, idp, id, { email, login })).toBe(problem('foreign_domain'));
    expect(await browser.who()).toBeNull();
  });

  it('sign in an address of another organization', async () => {
    const theirs = await withPerson();
    const { id, email, login } = await withPerson({}, { email: theirs.email });
    const browser = new Browser(api);
    expect(await signInByOidc(browser, idp, id, { email, login })).toBe(problem('foreign_domain'));
  });

  it('sign in a domain that signs in with another connection of the organization', async () => {
    const { tenant, id, email, login } = await withPerson();
    const other = await connected(api, dns, oidcSettings(otherIdp), { tenant });
    idp.people.set(login, { email: `alice@${other.domain}`, email_verified: true });
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe(problem('foreign_domain'));
  });

  it('answer for another connection', async () => {
    const one = await withPerson();
    const other = await withPerson();
    const browser = new Browser(api);
    const query = await idp.signIn(await browser.start(one.email), one.login);
    expect(locationOf(await browser.visit(`/sso/${other.id}?${query}`))).toBe(problem('expired'));
    expect(await browser.who()).toBeNull();
  });

  it('hand an address on to another of its accounts', async () => {
    const { id, email, login } = await withPerson();
    await signInByOidc(new Browser(api), idp, id, { email, login });
    idp.people.set('another account', { email, email_verified: true });
    const browser = new Browser(api);
    const place = await signInByOidc(browser, idp, id, { email, login: 'another account' });
    expect(place).toBe(problem('subject_changed'));
    expect(await browser.who()).toBeNull();
  });

  it('sign in with an address that it has not verified, unless it is trusted', async () => {
    const { owner, id, email, login, body } = await withPerson({}, { email_verified: false });
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe(problem('email_unverified'));
    await owner.singleSignOn.change({ ...body, id, settings: oidcSettings(idp, true) });
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe('/envelopes');
  });

  it('make members where that is switched off', async () => {
    const { id, email, login } = await withPerson({ createsMembers: false });
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe(problem('not_a_member'));
  });

  it('take over an account that someone else made for the address', async () => {
    const { id, email, login } = await withPerson();
    const stranger = cookieIn(
      await api.call('POST', '/api/auth/sign-up', {
        headers: { origin: 'http://localhost:3000' },
        body: { organization: 'Trap', name: 'Mallory', email, password: 'correct horse battery' },
      }),
    );
    expect((await whoIs(api, stranger)).status).toBe(200);
    const browser = new Browser(api);
    expect(await signInByOidc(browser, idp, id, { email, login })).toBe('/envelopes');
    expect((await whoIs(api, stranger)).status).toBe(401);
    expect((await logIn(api, email)).status).toBe(401);
  });
});

describe('the keys of a provider', () => {
  const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nextKey = { ...next.publicKey.export({ format: 'jwk' }), kid: 'next', use: 'sig', alg: 'RS256' };
  const signWith = (key: KeyObject, kid: string) => (tokens: Readonly<Record<string, unknown>>) => ({
    ...tokens,
    id_token: idp.resign(String(tokens['id_token']), {}, key, kid),
  });
  const later = () => vi.setSystemTime(Date.now() + LIMITS.identityProviderKeysMs);
  afterEach(() => {
    idp.publish(null);
    vi.useRealTimers();
  });

  it('are asked for again some seconds later, so a new one counts and a withdrawn one does not', async () => {
    const { id, email, login } = await withPerson();
    const signIn = () => signInByOidc(new Browser(api), idp, id, { email, login });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect(await signIn()).toBe('/envelopes');
    idp.publish(() => ({ keys: [nextKey] }));
    idp.tamper(signWith(next.privateKey, 'next'));
    later();
    expect(await signIn()).toBe('/envelopes');
    idp.tamper(null);
    expect(await signIn()).toBe(problem('provider_failed'));
  });

  it('are asked for once by many sign-ins with a key that nobody knows', async () => {
    const { id, email, login } = await withPerson();
    idp.tamper(signWith(next.privateKey, 'nobody knows'));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const before = idp.countKeyRequests();
    for (let at = 0; at < 4; at += 1)
      expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe(
        problem('provider_failed'),
      );
    expect(idp.countKeyRequests() - before).toBe(1);
  });
});

describe('what refuses an answer', () => {
  it('is that its ID token is for another client', async () => {
    const { id, email, login } = await withPerson();
    const change = (claims: object) => (tokens: Readonly<Record<string, unknown>>) => ({
      ...tokens,
      id_token: idp.resign(String(tokens['id_token']), claims),
    });
    idp.tamper(change({}));
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe('/envelopes');
    idp.tamper(change({ aud: 'someone else' }));
    const browser = new Browser(api);
    expect(await signInByOidc(browser, idp, id, { email, login })).toBe(problem('provider_failed'));
    expect(await browser.who()).toBeNull();
  });

  it('is that its ID token is not signed by the provider', async () => {
    const { id, email, login } = await withPerson();
    idp.tamper(({ id_token: token, ...tokens }) => {
      const [header, body] = String(token).split('.');
      return { ...tokens, id_token: `${header}.${body}.` };
    });
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe(problem('provider_failed'));
  });

  it('is that someone else signed its ID token, under the name of the provider’s key', async () => {
    const { id, email, login } = await withPerson();
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const change = (key?: KeyObject) => (tokens: Readonly<Record<string, unknown>>) => ({
      ...tokens,
      id_token: idp.resign(String(tokens['id_token']), {}, key),
    });
    idp.tamper(change(privateKey));
    const browser = new Browser(api);
    expect(await signInByOidc(browser, idp, id, { email, login })).toBe(problem('provider_failed'));
    expect(await browser.who()).toBeNull();
    idp.tamper(change());
    expect(await signInByOidc(new Browser(api), idp, id, { email, login })).toBe('/envelopes');
  });

  it('is that it came before', async () => {
    const { id, email, login } = await withPerson();
    const browser = new Browser(api);
    const query = await idp.signIn(await browser.start(email), login);
    const kept = new Map(browser.cookies);
    expect(locationOf(await browser.visit(`/sso/${id}?${query}`))).toBe('/envelopes');
    const again = new Browser(api);
    for (const [name, value] of kept) again.cookies.set(name, value);
    expect(locationOf(await again.visit(`/sso/${id}?${query}`))).toBe(problem('expired'));
    expect(await again.who()).toBeNull();
  });

  it('is that another browser started it', async () => {
    const { id, email, login } = await withPerson();
    const attacker = new Browser(api);
    const query = await idp.signIn(await attacker.start(email), login);
    const victim = new Browser(api);
    expect(locationOf(await victim.visit(`/sso/${id}?${query}`))).toBe(problem('expired'));
    await victim.start(email);
    expect(locationOf(await victim.visit(`/sso/${id}?${query}`))).toBe(problem('invalid'));
    expect(await victim.who()).toBeNull();
  });

  it('is that it took too long', async () => {
    const { id, email, login } = await withPerson();
    const browser = new Browser(api);
    const query = await idp.signIn(await browser.start(email), login);
    pass(api, LIMITS.signInLifeMs);
    expect(locationOf(await browser.visit(`/sso/${id}?${query}`))).toBe(problem('expired'));
  });

  it('is that nobody asked for it', async () => {
    const { id } = await withPerson();
    expect(locationOf(await new Browser(api).visit(`/sso/${id}?code=x&state=y`))).toBe(problem('expired'));
  });

  it('is that the person canceled, or that the provider fails, and administrators read why', async () => {
    const { id, email, owner } = await withPerson();
    const browser = new Browser(api);
    const cancel = async () => {
      const canceled = await idp.cancel(await browser.start(email));
      const said = `${canceled}&error_description=Call+555-0100`;
      expect(locationOf(await browser.visit(`/sso/${id}?${said}`))).toBe(problem('canceled'));
    };
    await cancel();
    // The second one within a minute isn't recorded.
    await cancel();
    const { items } = await owner.administrativeAction.list({});
    const refused = items.filter(({ action }) => action === 'sign_in.refused');
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      actorName: refused[0]?.subjectName,
      // Anyone can start an attempt and write the rest.
      details: { problem: 'canceled' },
    });
    idp.fail(500);
    await browser.start(email);
    expect(locationOf(await browser.visit(`/sso/${id}?code=x&state=y`))).toBe(problem('invalid'));
  });

  it('is that the connection was disabled meanwhile', async () => {
    const { owner, id, email, login } = await withPerson();
    const browser = new Browser(api);
    const query = await idp.signIn(await browser.start(email), login);
    await owner.singleSignOn.switch({ id, enabled: false, enforced: false });
    expect(locationOf(await browser.visit(`/sso/${id}?${query}`))).toBe(problem('expired'));
    await expect(browser.start(email)).rejects.toMatchObject({ message: expect.any(String) });
  });
});

describe('a session from an identity provider', () => {
  it('stays in its organization, whatever else its person belongs to', async () => {
    const { id, email, login } = await withPerson();
    const browser = new Browser(api);
    await signInByOidc(browser, idp, id, { email, login });
    const other = await api.tenant('Other');
    await ownerOf(api, other).member.invite({ email, role: 'member' });
    const { user } = await browser.who();
    const { organizationId } = other;
    await transaction(api.services.db, { organizationId }, (tx) =>
      insertMembership(tx, { organizationId, userId: user.id, role: 'admin' }, api.services.clock()),
    );
    expect(await mutate(api, browser.cookie, 'account.switchOrganization', { organizationId })).toBe(
      'forbidden',
    );
    expect(await mutate(api, browser.cookie, 'organization.create', { name: 'New' })).toBe('forbidden');
    expect((await browser.who()).organization.id).not.toBe(organizationId);
  });

  it('is not opened on a device that was handed over', async () => {
    const { id, email, login } = await withPerson();
    const sent = await sentForSession(api, { delivery: 'in_person' });
    const cookie = await sessionOf(api, sent.organizationId, 'member');
    const input = { id: sent.id, participantId: sent.alice };
    const { headers } = await callDashboard(api, 'mutation', 'envelope.handOver', { cookie, input });
    const browser = new Browser(api);
    const query = await idp.signIn(await browser.start(email), login);
    browser.keep(headers);
    expect(locationOf(await browser.visit(`/sso/${id}?${query}`))).toBe(problem('expired'));
    await expect(browser.start(email)).rejects.toMatchObject({ cause: { code: 'forbidden' } });
    expect(await browser.who()).toBeNull();
  });

  it('leaves password sessions free to change organizations', async () => {
    const { cookie, userId } = await signUpPerson(api);
    const { organizationId } = await api.tenant();
    await transaction(api.services.db, { organizationId }, (tx) =>
      insertMembership(tx, { organizationId, userId, role: 'member' }, api.services.clock()),
    );
    expect(await mutate(api, cookie, 'account.switchOrganization', { organizationId })).toEqual({
      done: true,
    });
  });
});

describe('/sso', () => {
  it('knows only connections and their methods', async () => {
    const { id } = await withPerson();
    for (const path of [
      '/sso',
      '/sso/x',
      `/sso/sso_${'0'.repeat(26)}`,
      `/sso/${id}/metadata`,
      `/sso/${id}/x`,
    ])
      expect((await api.call('GET', path)).status).toBe(404);
    expect((await api.call('POST', `/sso/${id}`)).status).toBe(405);
  });

  it('lets only administrators see and change settings of their own organization', async () => {
    const { id, tenant, body } = await withPerson();
    const stranger = await sessionOf(api, (await api.tenant()).organizationId);
    const member = await sessionOf(api, tenant.organizationId, 'member');
    for (const [procedure, input] of [
      ['singleSignOn.change', { ...body, id }],
      ['singleSignOn.switch', { id, enabled: true, enforced: false }],
      ['singleSignOn.test', { id }],
      ['singleSignOn.delete', { id }],
    ] as const) {
      expect(await mutate(api, stranger, procedure, input)).toBe('not_found');
      expect(await mutate(api, member, procedure, input)).toBe('forbidden');
    }
  });

  it('never shows the secret', async () => {
    const { owner } = await withPerson();
    expect(JSON.stringify(await owner.singleSignOn.get({}))).not.toContain(idp.clientSecret);
  });
});

describe('a domain without a connection', () => {
  it('has nowhere to sign in', async () => {
    const tenant = await api.tenant();
    const { domain } = await verifiedDomain(api, dns, tenant);
    await expect(new Browser(api).start(`a@${domain}`)).rejects.toThrow();
    await expect(new Browser(api).start('a@nobodys.example')).rejects.toThrow();
  });
});
