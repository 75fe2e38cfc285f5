import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimInstance } from '#server/db/instance/first-account.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { findFirstAccountUrl } from '#server/organizations/first-account.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../../mail/smtp-receiver.ts';
import { expectCode, PASSWORD, post } from '../../support/account.ts';
import { expectIssues } from '../../support/answers.ts';
import { useApi, type TestApi } from '../../support/api.ts';

let smtp: SmtpReceiver;
beforeAll(async () => {
  smtp = await startSmtpReceiver({});
});
afterAll(() => smtp.close());

/** A server that sends email, by a receiver that listens by the time that the settings are read. */
const withMail = (rule: string) => ({
  SIGNUP: rule,
  get SMTP_URL() {
    return smtp.url;
  },
});

let people = 0;
const newcomer = (domain = 'acme.example') => ({
  organization: 'Acme',
  name: 'Nora New',
  email: `first${(people += 1)}@${domain}`,
  password: PASSWORD,
});
const signUp = (api: TestApi, account: object) => post(api, 'sign-up', account);

async function readCode({ services }: TestApi): Promise<string> {
  const url = await findFirstAccountUrl(services);
  return /\/signup#code=([0-9A-Z-]{14})$/.exec(url ?? '')?.[1] ?? 'none';
}

async function listAdministrators({ services: { db } }: TestApi) {
  return await db.drizzle.execute(
    sql`select u.email, u.email_verified_at is not null as confirmed
      from instance_administrators join users u on u.id = user_id`,
  );
}

describe('a fresh server without email', () => {
  const api = useApi({ env: { SIGNUP: '' }, alone: true });

  it('takes the code for its first account, which administers it, and lets anyone in afterwards', async () => {
    const code = await readCode(api);
    expectIssues(await signUp(api, newcomer()), ['/code']);
    for (const wrong of ['', '0000-0000-0000', `${code}0`])
      expectIssues(await signUp(api, { ...newcomer(), code: wrong }), ['/code']);
    expect(await listAdministrators(api)).toEqual([]);

    const first = newcomer();
    const typed = code.toLowerCase().replaceAll('-', ' ');
    expect((await signUp(api, { ...first, code: typed })).status).toBe(201);
    expect(await listAdministrators(api)).toEqual([{ email: first.email, confirmed: true }]);

    expect(await readCode(api)).toBe('none');
    expect((await signUp(api, { ...newcomer(), code })).status).toBe(201);
    expect((await signUp(api, newcomer())).status).toBe(201);
    expect(await listAdministrators(api)).toHaveLength(1);
  });
});

describe('a fresh server that lets anyone in', () => {
  const api = useApi({ env: { SIGNUP: 'open', WEB_ORIGIN: 'https://www.acme.example' }, alone: true });

  it('makes whoever has the code its administrator, while nobody else is there', async () => {
    const { origin } = api.services.config.http;
    expect(await findFirstAccountUrl(api.services)).toContain(`${origin}/signup#code=`);
    const code = await readCode(api);
    expectIssues(await signUp(api, { ...newcomer(), code: '0000-0000-0000' }), ['/code']);
    const first = newcomer();
    expect((await signUp(api, { ...first, code })).status).toBe(201);
    expect(await listAdministrators(api)).toEqual([{ email: first.email, confirmed: true }]);
    expect((await signUp(api, { ...newcomer(), code })).status).toBe(201);
    expect(await listAdministrators(api)).toHaveLength(1);
  });
});

describe('a fresh server with email', () => {
  const api = useApi({ env: withMail(''), alone: true });

  it('has one first account, however many ask at once, and is closed afterwards', async () => {
    const code = await readCode(api);
    const answers = await Promise.all([1, 2, 3].map(() => signUp(api, { ...newcomer(), code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    expect(await listAdministrators(api)).toHaveLength(1);
    expectCode(await signUp(api, newcomer()), 'forbidden');
    expect(smtp.delivered).toEqual([]);
  });

  it('makes nobody else its administrator, even if the program asks for it', async () => {
    const { db } = api.services;
    const { userId } = await api.tenant();
    expect(await transaction(db, null, (tx) => claimInstance(tx, userId))).toBe(false);
  });
});

describe('a server for some domains', () => {
  const api = useApi({ env: withMail('acme.example, @acme.test'), alone: true });

  it('takes addresses of these', async () => {
    await api.tenant();
    expectIssues(await signUp(api, newcomer('example.com')), ['/email']);
    expect((await signUp(api, newcomer('acme.test'))).status).toBe(202);
    expect((await signUp(api, newcomer('ACME.example'))).status).toBe(202);
  });
});
