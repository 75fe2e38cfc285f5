import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { transaction } from '#server/db/client/transaction.ts';
import { enroll, mailedToken, mutate, signUpPerson, whoIs } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { startCode } from '../../support/authentication.ts';
import { ALICE, mailTo, sendDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });
const CODE = /^\d{6} is your code/;

async function withMail() {
  const tenant = await api.tenant();
  const sent = await sendDraft(api, tenant.apiKey);
  await api.mails(tenant.organizationId, 1);
  const cookie = await sessionOf(api, tenant.organizationId);
  return { ...tenant, sent, cookie };
}

describe('the local outbox', () => {
  it('lists kept emails, and shows one in full', async () => {
    const { cookie, sent } = await withMail();
    const { data } = (await callDashboard(api, 'query', 'outbox.list', { cookie })).json.result;
    expect(data).toMatchObject({ enabled: true, nextCursor: null });
    expect(data.items).toMatchObject([
      {
        id: expect.stringMatching(/^mail_/),
        to: ALICE.email,
        subject: expect.any(String),
        createdAt: api.clock.now.toISOString(),
      },
    ]);
    const mail = (
      await callDashboard(api, 'query', 'outbox.get', { cookie, input: { id: data.items[0].id } })
    ).json.result.data;
    expect(mail).toMatchObject({ to: ALICE.email, replyTo: sent.envelope.senderEmail });
    expect(mail.text).toContain('/sign#token=');
    expect(mail.html).toContain('/sign#token=');
  });

  it('shows only emails of the organization', async () => {
    const [own, other] = [await withMail(), await withMail()];
    const { data } = (await callDashboard(api, 'query', 'outbox.list', { cookie: other.cookie })).json.result;
    expect(data.items).toHaveLength(1);
    const answer = await callDashboard(api, 'query', 'outbox.get', {
      cookie: own.cookie,
      input: { id: data.items[0].id },
    });
    expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
  });

  it('shows a link to an account to its addressee alone', async () => {
    const { email, cookie, organizationId } = await signUpPerson(api);
    await mailedToken(api, organizationId, email, 'confirm');
    const admin = await sessionOf(api, organizationId, 'admin');
    const listed = async (reader: string) =>
      (await callDashboard(api, 'query', 'outbox.list', { cookie: reader })).json.result.data.items;
    const [mail] = await listed(cookie);
    expect(mail).toMatchObject({ to: email });
    expect(await listed(admin)).toEqual([]);
    const answer = (reader: string) =>
      callDashboard(api, 'query', 'outbox.get', { cookie: reader, input: { id: mail.id } });
    expect((await answer(cookie)).status).toBe(200);
    expect(refusalIn(await answer(admin))).toMatchObject({ code: 'not_found' });
  });

  it('shows an invitation only to those who may give its role, and nobody becomes an owner by it', async () => {
    const { organizationId } = await api.tenant();
    const owner = await sessionOf(api, organizationId, 'owner');
    const admin = await sessionOf(api, organizationId, 'admin');
    const invite = async (role: string) => {
      const email = `${role}.invited@acme.example`;
      await mutate(api, owner, 'member.invite', { email, role });
      await mailedToken(api, organizationId, email, 'invitation');
      return email;
    };
    const [toOwner, toAdmin] = [await invite('owner'), await invite('admin')];
    expect(await readable(owner)).toMatchObject({ [toOwner]: 200, [toAdmin]: 200 });
    expect(await readable(admin)).toEqual({ [toAdmin]: 200 });
    // Not even from an account that has since changed to the invited address.
    await api.services.db.drizzle.execute(
      sql`update users set email = ${toOwner} where id = ${(await whoIs(api, admin)).json.user.id}`,
    );
    expect(await readable(admin)).toEqual({ [toAdmin]: 200 });
    const hidden = await mailIdOf(organizationId, toOwner);
    const answer = await callDashboard(api, 'query', 'outbox.get', { cookie: admin, input: { id: hidden } });
    expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
  });

  it('shows codes that prove a mailbox to nobody but its owner', async () => {
    const { organizationId, apiKey } = await api.tenant();
    const owner = await sessionOf(api, organizationId, 'owner');
    const { user } = (await whoIs(api, owner)).json;
    const coded = { authentication: { method: 'email_code' } };
    const people = [
      { ...ALICE, ...coded },
      { name: user.name, email: user.email, ...coded },
    ];
    const { participants } = await sendDraft(api, apiKey, {
      participants: people.map((one) => ({ ...one, orderIndex: 1 })),
    });
    for (const { email } of participants) {
      const { token } = await mailTo(api, organizationId, email, '');
      await startCode(api, token);
    }
    const subjects = async (reader: string) =>
      (await listed(reader)).map(
        ({ to, subject }) => `${to} ${subject.replace(/ for .*/, '').replace(/^\d{6}/, 'A code')}`,
      );
    await api.until(
      'both codes',
      async () =>
        (await api.mails(organizationId, 0)).filter(({ subject }) => CODE.test(subject)).length === 2,
    );
    expect(await subjects(owner)).toContain(`${user.email} A code is your code`);
    expect(await subjects(owner)).not.toContain(`${ALICE.email} A code is your code`);
    // The links are what people need when they try the product.
    expect(await readable(owner)).toMatchObject({ [ALICE.email]: 200 });
    const admin = await sessionOf(api, organizationId, 'admin');
    expect((await subjects(admin)).filter((one) => one.endsWith('is your code'))).toEqual([]);
  });

  it('shows nobody what is about the account of someone else, or a test that they asked for', async () => {
    const { organizationId, cookie } = await signUpPerson(api);
    const admin = await sessionOf(api, organizationId, 'admin');
    await mutate(api, cookie, 'mail.test', {});
    const { recoveryCodes } = await enroll(api, cookie);
    expect(recoveryCodes).toHaveLength(10);
    const subjects = async (reader: string) => (await listed(reader)).map(({ subject }) => subject);
    await api.until('both emails', async () => (await subjects(cookie)).length >= 3);
    expect(await subjects(admin)).toEqual([]);
  });

  it('shows emails about envelopes only to those who see them', async () => {
    const { organizationId } = await api.tenant();
    const insider = await sessionOf(api, organizationId, 'admin');
    const outsider = await sessionOf(api, organizationId, 'owner');
    const team = (await mutate(api, insider, 'team.create', { name: 'Mergers', isPrivate: true })).id;
    const { secret } = await mutate(api, insider, 'apiKey.create', { name: 'Key', teamId: team });
    await sendDraft(api, secret);
    await api.mails(organizationId, 1);
    expect(await readable(insider)).toEqual({ [ALICE.email]: 200 });
    expect(await readable(outsider)).toEqual({});
  });
});

async function listed(cookie: string): Promise<{ id: string; to: string; subject: string }[]> {
  return (await callDashboard(api, 'query', 'outbox.list', { cookie })).json.result.data.items;
}

/** Returns the status of reading each listed email, by recipient. */
async function readable(cookie: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const { id, to } of await listed(cookie))
    statuses[to] = (await callDashboard(api, 'query', 'outbox.get', { cookie, input: { id } })).status;
  return statuses;
}

async function mailIdOf(organizationId: string, recipient: string): Promise<string> {
  const rows = await transaction(api.services.db, { organizationId }, (tx) =>
    tx.execute<{ id: string }>(sql`select id from outbox_mails where recipient = ${recipient}`),
  );
  return rows[0]?.id ?? '';
}
