import { describe, expect, it } from 'vitest';
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
  it('lists the mails that this server kept, and shows one whole', async () => {
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

  it('shows the mails of the own organization only', async () => {
    const [own, other] = [await withMail(), await withMail()];
    const { data } = (await callDashboard(api, 'query', 'outbox.list', { cookie: other.cookie })).json.result;
    expect(data.items).toHaveLength(1);
    const answer = await callDashboard(api, 'query', 'outbox.get', {
      cookie: own.cookie,
      input: { id: data.items[0].id },
    });
    expect(refusalIn(answer)).toMatchObject({ code: 'not_found' });
  });
});
