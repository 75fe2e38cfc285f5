import { describe, expect, it } from 'vitest';
import {
  cookieIn,
  logIn,
  mailedToken,
  mutate,
  PASSWORD,
  post,
  query,
  signUpPerson,
  whoIs,
} from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { HOUR_MS, pass } from '../../support/moments.ts';
import { callDashboard, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });
type Person = Awaited<ReturnType<typeof signUpPerson>>;
let addresses = 0;
const newAddress = () => `new${(addresses += 1)}@elsewhere.example`;

async function verifiedPerson(): Promise<Person> {
  const person = await signUpPerson(api);
  const token = await mailedToken(api, person.organizationId, person.email, 'confirm');
  expect((await post(api, 'email-verification/confirm', { token }, person.cookie)).status).toBe(200);
  return person;
}

const ask = (cookie: string, email: string) =>
  mutate(api, cookie, 'account.changeEmail', { password: PASSWORD, email });
const confirm = (cookie: string, input: { token: string; password?: string }) =>
  mutate(api, cookie, 'account.confirmEmailChange', input);
const addressOf = async (cookie: string) => (await query(api, cookie, 'account.get')).email as string;
/** Waits for the email with the only link for changing the address. Returns the link's token. */
const changeToken = async (person: Person, address: string) =>
  await api.until(`a link at ${address}`, async () => {
    const texts = (await mailsTo(person, address)).map(({ text }) => text);
    return /\/open\/change#([\w-]+)/.exec(texts.join('\n'))?.[1] ?? null;
  });
const mailsTo = async ({ organizationId }: Person, address: string) =>
  (await api.mails(organizationId, 0)).filter(({ recipient }) => recipient === address);

describe('the email address of an account', () => {
  it('changes after the old address has confirmed it and then the new one', async () => {
    const person = await verifiedPerson();
    const elsewhere = cookieIn(await logIn(api, person.email));
    const to = newAddress();
    expect(await ask(person.cookie, to)).toEqual({ done: true });
    const first = await changeToken(person, person.email);
    expect(await mailsTo(person, to)).toEqual([]);
    expect(await confirm(person.cookie, { token: first })).toEqual({ status: 'asked', email: to });
    expect(await addressOf(person.cookie)).toBe(person.email);

    const second = await changeToken(person, to);
    expect(await confirm(person.cookie, { token: second })).toEqual({ status: 'changed', email: to });
    expect(await query(api, person.cookie, 'account.get')).toMatchObject({ email: to, emailVerified: true });
    expect((await whoIs(api, elsewhere)).status).toBe(401);
    expect((await logIn(api, person.email)).status).toBe(401);
    expect((await logIn(api, to)).status).toBe(200);
    await api.until('the old address to be told', async () =>
      (await mailsTo(person, person.email)).some(({ subject }) => subject.includes('was changed')),
    );
    for (const token of [first, second]) expect(await confirm(person.cookie, { token })).toBe('unauthorized');
  });

  it('can be completed without a mail server, by whoever asked for it', async () => {
    const person = await signUpPerson(api);
    const to = newAddress();
    await ask(person.cookie, to);
    await changeToken(person, to);
    const mailAt = async (cookie: string) => {
      const { items } = await query(api, cookie, 'outbox.list');
      return (items as { id: string; to: string }[]).find((mail) => mail.to === to);
    };
    expect(await mailAt(await sessionOf(api, person.organizationId, 'admin'))).toBeUndefined();

    const input = { id: (await mailAt(person.cookie))?.id };
    const opened = await callDashboard(api, 'query', 'outbox.get', { cookie: person.cookie, input });
    const token = /\/open\/change#([\w-]+)/.exec(opened.json.result.data.text)?.[1] ?? '';
    expect(await confirm(person.cookie, { token })).toEqual({ status: 'changed', email: to });
  });

  it('stays within the domains that an organization allows its members', async () => {
    const person = await verifiedPerson();
    const rule = (domains: string[]) =>
      mutate(api, person.cookie, 'organization.changeMembershipRules', {
        requireSecondFactor: false,
        domains,
      });
    const to = newAddress();
    await ask(person.cookie, to);
    const first = await changeToken(person, person.email);
    expect(await confirm(person.cookie, { token: first })).toMatchObject({ status: 'asked' });
    const second = await changeToken(person, to);

    await rule([person.email.slice(person.email.indexOf('@') + 1)]);
    expect(await confirm(person.cookie, { token: second })).toBe('unauthorized');
    expect(await ask(person.cookie, newAddress())).toBe('validation_failed');
    expect(await addressOf(person.cookie)).toBe(person.email);
    expect(await ask(person.cookie, `another.${person.email}`)).toEqual({ done: true });
  });

  it('may leave a domain that the organization does not allow either', async () => {
    const person = await signUpPerson(api);
    const domains = ['other.example'];
    await mutate(api, person.cookie, 'organization.changeMembershipRules', {
      requireSecondFactor: false,
      domains,
    });
    expect(await ask(person.cookie, newAddress())).toEqual({ done: true });
  });

  it('is confirmed at the new address alone if the old one was never verified', async () => {
    const person = await signUpPerson(api);
    const to = newAddress();
    await ask(person.cookie, to);
    const token = await changeToken(person, to);
    expect(await confirm(person.cookie, { token })).toMatchObject({ status: 'changed' });
  });

  it('needs the password, also from whoever opens a link without a session', async () => {
    const person = await verifiedPerson();
    const stranger = await signUpPerson(api);
    const to = newAddress();
    const wrong = { password: 'not the password', email: to };
    expect(await mutate(api, person.cookie, 'account.changeEmail', wrong)).toBe('validation_failed');
    await ask(person.cookie, to);
    const token = await changeToken(person, person.email);
    expect(await confirm(stranger.cookie, { token })).toBe('validation_failed');
    expect(await confirm(stranger.cookie, { token, password: 'wrong password' })).toBe('validation_failed');
    expect(await confirm(stranger.cookie, { token, password: PASSWORD })).toMatchObject({ status: 'asked' });
    expect(await addressOf(person.cookie)).toBe(person.email);
  });

  it('never becomes one of another account, and nobody learns that there is one', async () => {
    const [person, other] = [await verifiedPerson(), await verifiedPerson()];
    expect(await ask(person.cookie, other.email)).toEqual({ done: true });
    const token = await changeToken(person, person.email);
    const before = (await mailsTo(other, other.email)).length;
    expect(await confirm(person.cookie, { token })).toMatchObject({ status: 'asked' });
    await ask(other.cookie, newAddress());
    await changeToken(other, other.email);
    expect((await mailsTo(other, other.email)).length).toBe(before + 1);
    expect(await mailsTo(person, other.email)).toEqual([]);
  });

  it('stays if somebody else has got the new one meanwhile, or the link has expired', async () => {
    const [person, other] = [await signUpPerson(api), await signUpPerson(api)];
    const to = newAddress();
    await ask(person.cookie, to);
    await ask(other.cookie, to);
    const token = await changeToken(person, to);
    const theirs = await changeToken(other, to);
    expect(await confirm(other.cookie, { token: theirs })).toMatchObject({ status: 'changed' });
    expect(await confirm(person.cookie, { token })).toBe('unauthorized');
    expect(await addressOf(person.cookie)).toBe(person.email);

    const late = await verifiedPerson();
    await ask(late.cookie, newAddress());
    const old = await changeToken(late, late.email);
    pass(api, 2 * HOUR_MS);
    expect(await confirm(late.cookie, { token: old })).toBe('unauthorized');
  });
});
