import { afterAll, describe, expect, it } from 'vitest';
import { recheckMail } from '#server/jobs/repeating.ts';
import { withMailMonitoring } from '#server/main/mail.ts';
import { readMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { answerHealth } from '#server/http/health.ts';
import { checkHealth } from '#server/health.ts';
import { readReadiness } from '#server/http/operations.ts';
import { openMail } from '#server/mail/transport.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { sweep } from '#server/jobs/sweep.ts';
import { startSmtpReceiver, type SmtpFaults } from '../../mail/smtp-receiver.ts';
import { mutate, pass, query, whoIs } from '../../support/account.ts';
import { useApi } from '../../support/api.ts';
import { ALICE, sendDraft } from '../../support/envelopes.ts';
import { useOwner } from '../../support/owner.ts';
import { callDashboard, refusalIn, sessionOf } from '../../support/session.ts';

const faults: { -readonly [Key in keyof SmtpFaults]: SmtpFaults[Key] } = {};
const receiver = await startSmtpReceiver(faults);
const api = useApi({ env: { SMTP_URL: receiver.url, MAIL_FROM: 'Sign <sign@example.com>' } });
const owner = useOwner(api);
const outbox = useApi({ work: true, alone: true });

async function organization() {
  const tenant = await api.tenant();
  const cookie = await sessionOf(api, tenant.organizationId, 'admin');
  return { ...tenant, cookie, status: () => query(api, cookie, 'mail.status') };
}
async function mailFirstSigner(tenant: { organizationId: string; apiKey: string }, lastAttempt = false) {
  const sent = await sendDraft(api, tenant.apiKey);
  const { id: envelopeId } = sent.envelope;
  const participantId = sent.participants.find(({ email }: any) => email === ALICE.email).id;
  const { organizationId } = tenant;
  const attempt = () =>
    createHandlers(api.services)['svc/envelope.sent'](
      { organizationId, envelopeId, participantId },
      { lastAttempt },
    );
  return { envelopeId, participantId, attempt };
}
function answering(status: number | undefined): void {
  if (status === undefined) delete faults.recipient;
  else faults.recipient = status;
}

afterAll(() => receiver.close());

describe('the status of emails', () => {
  it('shows the response to the last attempt of each email', async () => {
    const org = await organization();
    expect(await org.status()).toMatchObject({
      configured: true,
      from: 'Sign <sign@example.com>',
      counts: { sent: 0, waiting: 0, failed: 0 },
      items: [],
    });
    const { envelopeId, participantId, attempt } = await mailFirstSigner(org);
    answering(451);
    await expect(attempt()).rejects.toThrow();
    const waiting = await org.status();
    expect(waiting.items).toMatchObject([
      {
        ...{ to: ALICE.email, about: 'envelope', envelopeId, participantId, invitationId: null },
        ...{ status: 'waiting', attempts: 1, answer: expect.stringContaining('451') },
      },
    ]);
    answering(undefined);
    await attempt();
    const { items, counts } = await org.status();
    expect(items).toMatchObject([{ id: waiting.items[0].id, status: 'sent', attempts: 2, answer: null }]);
    expect(counts).toEqual({ sent: 1, waiting: 0, failed: 0 });
    expect(JSON.stringify(items)).not.toContain('token');
  });

  it('shows failed emails: rejected permanently or on the last attempt', async () => {
    const org = await organization();
    answering(550);
    await (await mailFirstSigner(org)).attempt();
    pass(api, 1000);
    answering(451);
    await (await mailFirstSigner(org, true)).attempt();
    answering(undefined);
    await (await mailFirstSigner(org)).attempt();
    const failed = await callDashboard(api, 'query', 'mail.status', {
      cookie: org.cookie,
      input: { status: 'failed' },
    });
    expect(failed.json.result.data).toMatchObject({
      counts: { sent: 1, waiting: 0, failed: 2 },
      items: [{ answer: expect.stringContaining('451') }, { answer: expect.stringContaining('550') }],
    });
    const other = await organization();
    expect((await other.status()).items).toEqual([]);
  });

  it('shows account emails only to their owner', async () => {
    const org = await organization();
    const member = await sessionOf(api, org.organizationId, 'admin');
    const { user } = (await whoIs(api, member)).json;
    const at = api.clock.now.toISOString();
    const payload = { userId: user.id, change: 'password_changed', at } as const;
    await createHandlers(api.services)['svc/account.secured'](payload, { lastAttempt: false });
    expect((await query(api, member, 'mail.status')).items).toMatchObject([{ about: 'account' }]);
    expect(await org.status()).toMatchObject({ items: [], counts: { sent: 0 } });
  });

  it('is forgotten after thirty days', async () => {
    const org = await organization();
    await (await mailFirstSigner(org)).attempt();
    pass(api, 31 * 24 * 3600_000);
    await sweep(api.services);
    // By now, the earlier session has ended.
    const cookie = await sessionOf(api, org.organizationId, 'admin');
    expect((await query(api, cookie, 'mail.status')).items).toEqual([]);
  });
});

describe('the mail server', () => {
  const health = async () => (await answerHealth(web())).json();
  /** A web process, which sends no emails itself and shares only the database with the process that does. */
  const web = () => ({
    ...api.services,
    mail: { send: () => Promise.reject(new Error('sends')), close: () => undefined },
  });
  const said = async () => ((await health()) as { checks: { mail: string } }).checks.mail;

  it('is said to be away by every process, from when one of them could not reach it until one can', async () => {
    const org = await organization();
    const { attempt } = await mailFirstSigner(org);
    // If the server refuses one recipient, temporarily or permanently, that says nothing about the server.
    for (const status of [451, 550]) {
      answering(status);
      await attempt().catch(() => undefined);
      expect(await said()).toBe('ok');
    }
    answering(undefined);
    const send = async (url: string) => {
      const mail = withMailMonitoring(
        api.services,
        openMail({ kind: 'smtp', url }, { store: () => Promise.resolve() }),
      );
      const to = { name: 'Ann', email: 'ann@example.com' };
      const words = {
        subject: 'Hi',
        html: '<p>Hi</p>',
        text: 'Hi',
        messageId: `<${api.services.newId('mail')}@test>`,
      };
      const verdict = await mail.send({
        organizationId: null,
        to,
        from: to,
        replyTo: null,
        headers: {},
        ...words,
      });
      mail.close();
      return verdict;
    };
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({
      accepted: false,
      permanent: false,
      serverAway: true,
    });
    const since = api.clock.now;
    pass(api, 60_000);
    await send('smtp://127.0.0.1:1');
    expect(await readMailServerAway(api.services.db.drizzle)).toEqual({
      since,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await said()).toBe('failing');
    // No emails are sent, so a worker checks again: first without success, then with a working server.
    const nowhere = { kind: 'smtp', url: 'smtp://127.0.0.1:1' } as const;
    const { config } = api.services;
    const away = { ...config, mail: { ...config.mail, ...nowhere } };
    await expect(recheckMail({ ...api.services, config: away })).rejects.toThrow('ECONNREFUSED');
    expect(await said()).toBe('failing');
    // What waits for the server is due at once, what waits for a mailbox is not.
    await owner.sql`insert into pgboss.job (name, state, data, output, start_after) values
      ('svc/envelope.sent', 'retry', '{"test": "server"}', '{"serverAway": true}', now() + interval '1 hour'),
      ('svc/envelope.sent', 'retry', '{"test": "mailbox"}', '{"serverAway": false}', now() + interval '1 hour')`;
    await recheckMail(api.services);
    expect(await said()).toBe('ok');
    expect(
      await owner.sql`select data ->> 'test' as test, start_after <= now() as due from pgboss.job
        where data ? 'test' order by data ->> 'test'`,
    ).toEqual([
      { test: 'mailbox', due: false },
      { test: 'server', due: true },
    ]);
    await owner.sql`delete from pgboss.job where data ? 'test'`;
    await send('smtp://127.0.0.1:1');
    expect(await said()).toBe('failing');
    expect(readReadiness(await checkHealth(web()), false)).toMatchObject({
      status: 'ready',
      checks: { mail: 'failing' },
    });
    expect(await org.status()).toMatchObject({ configured: true, reachable: false });
    expect(await send(receiver.url)).toEqual({ accepted: true });
    expect(await said()).toBe('ok');
    expect(await org.status()).toMatchObject({ reachable: true });
  });
});

describe('a test email', () => {
  it('goes to the person who asks, and is answered for at once', async () => {
    const org = await organization();
    const { user } = (await whoIs(api, org.cookie)).json;
    const payload = { organizationId: org.organizationId, userId: user.id, at: api.clock.now.toISOString() };
    answering(550);
    await createHandlers(api.services)['svc/mail.test_requested'](payload, { lastAttempt: true });
    expect((await org.status()).items).toMatchObject([
      { about: 'test', to: user.email, status: 'failed', answer: expect.stringContaining('550') },
    ]);
    answering(undefined);
  });

  it('is limited to five an hour, and goes to the outbox without a mail server', async () => {
    const { organizationId } = await outbox.tenant('Acme GmbH');
    const cookie = await sessionOf(outbox, organizationId, 'admin');
    for (let i = 0; i < 5; i++) {
      pass(outbox, 1000);
      await mutate(outbox, cookie, 'mail.test', {});
    }
    const answer = await callDashboard(outbox, 'mutation', 'mail.test', { cookie, input: {} });
    expect(refusalIn(answer)).toMatchObject({ code: 'rate_limited' });
    const mails = await outbox.mails(organizationId, 5);
    expect(mails[0]).toMatchObject({ subject: 'Test email from Acme GmbH' });
    expect(await query(outbox, cookie, 'mail.status')).toMatchObject({ configured: false, items: [] });
  });
});
