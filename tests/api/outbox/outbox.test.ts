import { describe, expect, it } from 'vitest';
import { mailedToken, signUpPerson } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft } from '../../support/envelopes.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const api = useApi({ work: true });

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
});
