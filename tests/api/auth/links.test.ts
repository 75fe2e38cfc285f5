import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { findLiveGrant, insertGrant } from '#server/db/oauth/oauth-grants.ts';
import { countPasskeys, insertPasskey } from '#server/db/accounts/passkeys.ts';
import { readTotpSecret } from '#server/db/accounts/second-factors.ts';
import { transaction } from '#server/db/client/transaction.ts';
import {
  enroll,
  expectCode,
  cookieIn,
  PASSWORD,
  logIn,
  mailedToken,
  mutate,
  pass,
  post,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { expectIssues } from '../../support/answers.ts';
import { DAY_MS, pass as letPass } from '../../support/moments.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';

const api = useApi({ work: true });
const owner = useOwner(api);
const elapse = (milliseconds: number) => letPass(api, milliseconds);
const NEW = 'an entirely new password';

type Person = Awaited<ReturnType<typeof signUpPerson>>;

/** Confirms a person's address while they are signed in. */
async function prove({ email, organizationId, cookie }: Person): Promise<void> {
  const token = await mailedToken(api, organizationId, email, 'confirm');
  expect((await post(api, 'email-verification/confirm', { token }, cookie)).status).toBe(200);
}

async function reset({ email, organizationId }: Person): Promise<void> {
  await post(api, 'password-reset', { email });
  const token = await mailedToken(api, organizationId, email, 'reset');
  expect((await post(api, 'password-reset/confirm', { token, password: NEW })).status).toBe(200);
}

/**
 * Creates everything that could be used to get back in: a passkey, an authenticator app, an agent and an API
 * key.
 */
async function leave({ userId, organizationId, cookie }: Person) {
  const { services } = api;
  const grantId = services.newId('grant');
  const passkey = { id: `pk-${userId}`, userId, name: 'Phone', publicKey: 'AA', counter: 0 };
  const rest = { transports: [], backedUp: false, createdAt: services.clock(), lastUsedAt: null };
  await enroll(api, cookie);
  await transaction(services.db, { organizationId }, async (tx) => {
    await insertPasskey(tx, { ...passkey, ...rest });
    const client = { clientId: 'client', clientName: 'Robot', redirectHost: 'app.example' };
    const grant = { id: grantId, organizationId, userId, requestHash: null, createdAt: services.clock() };
    await insertGrant(tx, { ...grant, ...client, scopes: ['envelopes:read'], asksFirst: false });
  });
  const { apiKey } = await mutate(api, cookie, 'apiKey.create', { name: 'Spare key' });
  return { grantId, keyId: apiKey.id as string };
}

/** Returns what is left of those. */
async function left({ userId, organizationId }: Person, grantId: string, keyId: string) {
  const { db } = api.services;
  const [key] = await owner.sql`select revoked_at from api_keys where id = ${keyId}`;
  return {
    passkeys: await countPasskeys(db.drizzle, userId),
    totp: (await readTotpSecret(db.drizzle, userId)) !== null,
    grant:
      (await transaction(db, { organizationId }, (tx) => findLiveGrant(tx, organizationId, grantId))) !==
      null,
    key: key?.['revoked_at'] === null,
  };
}

async function noticed({ organizationId }: Person, words: string) {
  return await api.until('the notice', async () =>
    (await api.mails(organizationId, 0)).find(({ subject }) => subject.includes(words)),
  );
}

/** Signs in with the new password, up to the point where the account asks for more. */
async function again({ email }: Person): Promise<string> {
  return cookieIn(await logIn(api, email, NEW));
}

describe('a password reset', () => {
  it('sets the password once, ends every session, proves the address and tells the owner', async () => {
    const { email, cookie, organizationId } = await signUpPerson(api);
    const other = cookieIn(await logIn(api, email));
    const asked = await post(api, 'password-reset', { email: email.toUpperCase() });
    expect([asked.status, asked.json]).toEqual([202, { status: 'accepted' }]);
    const token = await mailedToken(api, organizationId, email, 'reset');
    expectIssues(await post(api, 'password-reset/confirm', { token, password: 'short' }), ['/password']);
    const rows = await api.services.db.drizzle.execute(sql`select * from account_links`);
    expect(JSON.stringify(rows)).not.toContain(token);

    const set = await post(api, 'password-reset/confirm', { token, password: NEW });
    expect([set.status, set.json]).toEqual([200, { status: 'reset' }]);
    for (const ended of [cookie, other]) expectCode(await whoIs(api, ended), 'unauthorized');
    expectCode(await logIn(api, email), 'unauthorized');
    const fresh = await whoIs(api, cookieIn(await logIn(api, email, NEW)));
    expect(fresh.json.user.emailVerified).toBe(true);
    expectCode(await post(api, 'password-reset/confirm', { token, password: NEW }), 'unauthorized');
    await api.until('the notice', async () =>
      (await api.mails(organizationId, 0)).some(({ subject }) => subject.includes('was reset with a link')),
    );
  });

  it('disconnects agents, keeps API keys and factors of a verified address, and lists the keys', async () => {
    const person = await signUpPerson(api);
    await prove(person);
    const { grantId, keyId } = await leave(person);
    await reset(person);
    expect(await left(person, grantId, keyId)).toEqual({ passkeys: 1, totp: true, grant: false, key: true });
    const mail = await noticed(person, 'was reset with a link');
    expect(mail.text).toContain('Spare key');
    expect(mail.text).toContain('/settings/api-keys');
    const actions =
      await owner.sql`select action, actor_name from administrative_actions where subject_id = ${grantId}`;
    expect([...actions]).toEqual([{ action: 'agent.ended', actor_name: 'Pia Person' }]);
  });

  it('removes all access if the address was never verified', async () => {
    const person = await signUpPerson(api);
    const { grantId, keyId } = await leave(person);
    await reset(person);
    expect(await left(person, grantId, keyId)).toEqual({
      passkeys: 0,
      totp: false,
      grant: false,
      key: false,
    });
    const mail = await noticed(person, 'before you confirmed your email');
    expect(mail.text).toContain('check its members and webhooks');
    expect((await whoIs(api, await again(person))).json.user.emailVerified).toBe(true);
  });

  it('responds the same without an account, and emails nothing', async () => {
    const { email, organizationId } = await signUpPerson(api);
    const answers = [
      await post(api, 'password-reset', { email: 'nobody@acme.example' }),
      await post(api, 'password-reset', { email }),
    ];
    expect(answers.map(({ status, json }) => [status, json])).toEqual([
      [202, { status: 'accepted' }],
      [202, { status: 'accepted' }],
    ]);
    // Both write the same rows, so timing gives nothing away.
    const rows = await api.services.db.drizzle.execute<{ email: string }>(
      sql`select email from account_links where kind = 'reset' and email in (${email}, 'nobody@acme.example')`,
    );
    expect(rows.map((row) => row.email).sort()).toEqual(['nobody@acme.example', email].sort());
    await mailedToken(api, organizationId, email, 'reset');
    const mails = await owner.sql`select 1 from outbox_mails where recipient like 'nobody%'`;
    expect([...mails]).toEqual([]);
    expectIssues(await post(api, 'password-reset', { email: 'x' }), ['/email']);
  });

  it('is refused with a link of another kind, an expired one, and by one of two uses at once', async () => {
    const { email, organizationId } = await signUpPerson(api);
    const verify = await mailedToken(api, organizationId, email, 'confirm');
    const confirm = (token: string) => post(api, 'password-reset/confirm', { token, password: NEW });
    expectCode(await confirm(verify), 'unauthorized');
    expectCode(await confirm('x'), 'unauthorized');
    await post(api, 'password-reset', { email });
    const first = await mailedToken(api, organizationId, email, 'reset');
    const uses = await Promise.all([confirm(first), confirm(first), confirm(first)]);
    expect(uses.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    await post(api, 'password-reset', { email });
    const late = await mailedToken(api, organizationId, email, 'reset', 2);
    pass(api, LIMITS.resetLinkLifeMs + 1);
    expectCode(await confirm(late), 'unauthorized');
  });

  it('is limited to five times an hour per address', async () => {
    for (const email of ['flooded@acme.example', (await signUpPerson(api)).email]) {
      const statuses = [];
      for (let i = 0; i < 6; i++) statuses.push((await post(api, 'password-reset', { email })).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    }
  });
});

describe('verifying an address', () => {
  it('is emailed at sign-up, works once, and can be requested until verified', async () => {
    const { email, cookie, organizationId } = await signUpPerson(api);
    expect((await whoIs(api, cookie)).json.user.emailVerified).toBe(false);
    const token = await mailedToken(api, organizationId, email, 'confirm');
    pass(api, 1000);
    expect((await post(api, 'email-verification', undefined, cookie)).status).toBe(202);
    const again = await mailedToken(api, organizationId, email, 'confirm', 2);
    const answers = await Promise.all(
      [1, 2].map(() => post(api, 'email-verification/confirm', { token }, cookie)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(answers.find(({ status }) => status === 200)?.json).toEqual({ status: 'verified', email });
    expect((await whoIs(api, cookie)).json.user.emailVerified).toBe(true);
    expect(again).not.toBe(token);
    expectCode(await post(api, 'email-verification', undefined), 'unauthorized');
    expect((await post(api, 'email-verification', undefined, cookie)).json).toEqual({ status: 'accepted' });
  });
});

describe('verifying an address that somebody else signed up with', () => {
  it('requires a session of the account or its password', async () => {
    const [squatted, other] = [await signUpPerson(api), await signUpPerson(api)];
    const token = await mailedToken(api, squatted.organizationId, squatted.email, 'confirm');
    const confirm = (body: object, cookie?: string) =>
      post(api, 'email-verification/confirm', { token, ...body }, cookie);
    expectIssues(await confirm({}), ['/password']);
    expectIssues(await confirm({}, other.cookie), ['/password']);
    expectIssues(await confirm({ password: 'not the one' }), ['/password']);
    expect((await whoIs(api, squatted.cookie)).json.user.emailVerified).toBe(false);
    // This doesn't use up the link.
    expect((await confirm({ password: PASSWORD })).status).toBe(200);
    expectCode(await confirm({ password: PASSWORD }), 'unauthorized');
  });
});

describe('changing the password', () => {
  it('requires the old one, ends other sessions and open links, and keeps this session', async () => {
    const { email, cookie, organizationId } = await signUpPerson(api);
    const other = cookieIn(await logIn(api, email));
    await post(api, 'password-reset', { email });
    const token = await mailedToken(api, organizationId, email, 'reset');
    const change = (password: string, newPassword: string) =>
      mutate(api, cookie, 'account.changePassword', { password, newPassword });
    expect(await change('wrong', NEW)).toBe('validation_failed');
    expect(await change('correct horse battery', 'short')).toBe('validation_failed');
    expect(await change('correct horse battery', NEW)).toEqual({ done: true });
    expect((await whoIs(api, cookie)).status).toBe(200);
    expectCode(await whoIs(api, other), 'unauthorized');
    expectCode(await post(api, 'password-reset/confirm', { token, password: NEW }), 'unauthorized');
  });
});

describe('a password that is easy to guess', () => {
  const guessable = ['Football2024', '1234567890', 'ReyMisterio99'];
  it.each(guessable)('is refused wherever one is chosen: %s', async (password) => {
    const { email, cookie, organizationId } = await signUpPerson(api);
    const person = { organization: 'Acme', name: 'Nora New', email: `other-${email}` };
    expectIssues(await post(api, 'sign-up', { ...person, password }), ['/password']);
    expect(
      await mutate(api, cookie, 'account.changePassword', { password: PASSWORD, newPassword: password }),
    ).toBe('validation_failed');
    await post(api, 'password-reset', { email });
    const token = await mailedToken(api, organizationId, email, 'reset');
    expectIssues(await post(api, 'password-reset/confirm', { token, password }), ['/password']);
    // This doesn't use up the link.
    expect((await post(api, 'password-reset/confirm', { token, password: NEW })).status).toBe(200);
  });
});

describe('a session', () => {
  it('ends after a week without use', async () => {
    const { cookie } = await signUpPerson(api);
    for (const days of [6, 6]) {
      elapse(days * DAY_MS);
      expect((await whoIs(api, cookie)).status).toBe(200);
    }
    elapse(7 * DAY_MS + 1);
    expectCode(await whoIs(api, cookie), 'unauthorized');
  });

  it('is not kept by a page that is left open', async () => {
    const { cookie } = await signUpPerson(api);
    const token = cookie.split('=')[1] ?? '';
    for (let day = 0; day < 7; day += 1) {
      expect(await api.services.sessions.peek(token)).not.toBeNull();
      elapse(DAY_MS);
    }
    elapse(1);
    expect(await api.services.sessions.peek(token)).toBeNull();
  });

  it('ends after 30 days, however much it is used', async () => {
    const { cookie } = await signUpPerson(api);
    for (let day = 0; day < 30; day += 5) {
      expect((await whoIs(api, cookie)).status).toBe(200);
      elapse(5 * DAY_MS);
    }
    expect((await whoIs(api, cookie)).status).toBe(200);
    elapse(1);
    expectCode(await whoIs(api, cookie), 'unauthorized');
  });
});
