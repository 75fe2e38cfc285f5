import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { cookieIn, expectCode, logIn, pass, PASSWORD, post, whoIs } from '../../support/account.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi } from '../../support/api.ts';
import { useOwner } from '../../support/owner.ts';
import { readMail } from '../../mail/mime.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../mail/smtp-receiver.ts';

const env: Record<string, string> = {};
let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await startSmtpReceiver({});
  env['SMTP_URL'] = smtp.url;
});
afterAll(() => smtp.close());
const api = useApi({ work: true, env });
const owner = useOwner(api);

let people = 0;
const newcomer = () => ({
  organization: 'Acme',
  name: 'Nora New',
  email: `new${(people += 1)}@acme.example`,
  password: PASSWORD,
});

/** Waits for this many emails to an address. Returns their texts. */
async function mailsTo(email: string, count = 1): Promise<string[]> {
  return await api.until(`${count} mails to ${email}`, async () => {
    const texts = smtp.delivered
      .filter(({ to }) => to.join().toLowerCase() === email.toLowerCase())
      .map(({ raw }) => readMail(raw).parts.get('text/plain') ?? '');
    return texts.length >= count ? texts : null;
  });
}

const tokenIn = (text: string | undefined) => /\/open\/signup#([\w-]+)/.exec(text ?? '')?.[1] ?? '';

async function signUp() {
  const account = newcomer();
  const answer = await post(api, 'sign-up', account);
  const [mail] = await mailsTo(account.email);
  return { account, answer, token: tokenIn(mail) };
}

const confirm = (token: string, password = PASSWORD) => post(api, 'sign-up/confirm', { token, password });

describe('signing up with a mail server', () => {
  it('creates nothing before the address is verified, and then everything once', async () => {
    const { account, answer, token } = await signUp();
    expect([answer.status, answer.json, answer.headers.get('set-cookie')]).toEqual([
      202,
      { status: 'accepted' },
      null,
    ]);
    expect(await owner.sql`select 1 from users where email = ${account.email}`).toHaveLength(0);
    expectCode(await logIn(api, account.email), 'unauthorized');
    const [row] = await owner.sql`select * from account_links where email = ${account.email}`;
    expect(JSON.stringify(row)).not.toContain(token);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);

    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 401, 422].includes(status))).toBe(true);
    const who = await whoIs(api, cookieIn(answers.find(({ status }) => status === 201) ?? answer));
    expect(who.json).toMatchObject({
      user: { email: account.email, emailVerified: true },
      organization: { name: 'Acme' },
      role: 'owner',
    });
    expect((await logIn(api, account.email)).status).toBe(200);
    expectCode(await confirm(token), 'unauthorized');
  });

  it('responds the same for an existing account, whose owner gets an email', async () => {
    const { account, answer, token } = await signUp();
    expect((await confirm(token)).status).toBe(201);
    const again = await post(api, 'sign-up', { ...newcomer(), email: account.email.toUpperCase() });
    expect([again.status, again.json]).toEqual([answer.status, answer.json]);
    const mails = await mailsTo(account.email, 2);
    expect(mails.at(-1)).toContain('You already have an account');
    expect(mails.at(-1)).not.toContain('/open/');
  });

  it('requires the password in addition to the email', async () => {
    const { account, token } = await signUp();
    expectIssues(await confirm(token, 'not the one'), ['/password']);
    expectIssues(await post(api, 'sign-up/confirm', { token }), ['/password']);
    expect(await owner.sql`select 1 from users where email = ${account.email}`).toHaveLength(0);
    expect((await confirm(token)).status).toBe(201);
  });

  it('keeps names out of the email, and refuses other and expired links', async () => {
    const account = { ...newcomer(), name: 'Win money at evil.example' };
    await post(api, 'sign-up', account);
    const [mail] = await mailsTo(account.email);
    expect(mail).not.toContain('evil.example');
    expectCode(await confirm('x'), 'unauthorized');
    await post(api, 'password-reset', { email: account.email });
    pass(api, LIMITS.verifyLinkLifeMs + 1);
    expectCode(await confirm(tokenIn(mail)), 'unauthorized');
  });

  it('emails one address up to five times an hour', async () => {
    const account = newcomer();
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await post(api, 'sign-up', account)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expectIssues(await post(api, 'sign-up', { ...newcomer(), password: 'short' }), ['/password']);
  });
});
